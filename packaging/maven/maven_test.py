#!/usr/bin/env python3
"""Tests a Maven repository of the Java package: maven_test.py REPOSITORY

Builds a project outside the tree that has the package as its only dependency, and places pods with it.
"""

import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import maven  # noqa: E402

REPOSITORY = pathlib.Path(sys.argv[1]).resolve()
MACHINE = {"x86_64": "amd64", "aarch64": "aarch64"}[platform.machine()]
SPACE = "{http://maven.apache.org/POM/4.0.0}"

PROGRAM = r"""
import java.nio.file.*;
import org.koord.*;

public class Place {
  public static void main(String[] arguments) throws Exception {
    try (Topology machine = Topology.fromSynthetic("pack:2 numa:1 core:8 pu:2"); Cluster cluster = Cluster.create()) {
      cluster.setNode("{\"metadata\":{\"name\":\"node-a\"},\"status\":{\"allocatable\":{\"cpu\":\"32\",\"pods\":\"110\"}}}");
      cluster.setTopology(machine.toNrt("node-a"));
      for (int count : new int[] {4, 8, 64}) {
        String text = "{\"metadata\":{\"name\":\"web\",\"uid\":\"%1$d\",\"labels\":{\"koordinator.sh/qosClass\":\"LSR\"}},"
            + "\"spec\":{\"priority\":9500,\"containers\":[{\"name\":\"main\",\"resources\":{\"limits\":{\"cpu\":\"%1$d\"}}}]}}";
        try (Pod pod = Pod.fromJson(String.format(text, count))) {
          ReserveResult reserved = cluster.reserve(pod, 0);
          System.out.println(reserved.granted() ? reserved.cpus() : "refused");
        }
      }
      System.out.println(Topology.discover().cpus().size() > 0);
      for (String line : Files.readAllLines(Path.of("/proc/self/maps")))
        if (line.matches(".*(koord|hwloc|udev).*[.]so.*")) System.out.println("loaded " + line.replaceFirst("^[^/]*", ""));
    }
  }
}
"""

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>service</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <repositories>
    <repository><id>libkoord</id><url>{repository}</url></repository>
  </repositories>
  <dependencies>
    <dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version></plugin>
    </plugins>
  </build>
</project>
"""

# Plugins come from what Maven has, so that none is downloaded again into the test's own folder.
SETTINGS = """<settings>
  <localRepository>{local}</localRepository>
  <profiles><profile><id>had</id><pluginRepositories>
    <pluginRepository><id>had</id><url>{had}</url></pluginRepository>
  </pluginRepositories></profile></profiles>
  <activeProfiles><activeProfile>had</activeProfile></activeProfiles>
</settings>
"""


def run(*command, **options):
    free = {name: value for name, value in os.environ.items() if not name.startswith(("LD_", "CLASSPATH", "JAVA_TOOL"))}
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, env=free, check=False, **options)


class Maven(unittest.TestCase):
    def setUp(self):
        (self.pom,) = REPOSITORY.rglob("*.pom")
        self.project = xml.etree.ElementTree.parse(self.pom).getroot()
        self.name = self.pom.with_suffix("")
        self.jars = {kind: self.pom.with_name(f"{self.pom.stem}{kind}.jar") for kind in ("", "-sources", "-javadoc")}

    def field(self, path):
        return self.project.findtext("/".join(SPACE + part for part in path.split("/")))

    def test_every_file_has_its_checksums(self):
        files = [path for path in REPOSITORY.rglob("*") if path.is_file()]
        sums = {path for path in files if path.suffix[1:] in ("md5", "sha1", "sha256", "sha512")}
        plain = set(files) - sums
        jars = [jar.name for jar in self.jars.values()]
        self.assertEqual({path.name for path in plain}, {*jars, self.pom.name, "maven-metadata.xml"})
        self.assertEqual(len(sums), 4 * len(plain))
        for path in sums:
            self.assertEqual(path.read_text(), hashlib.new(path.suffix[1:], path.with_suffix("").read_bytes()).hexdigest(), path)

    def test_the_pom_describes_the_artifact_and_needs_nothing(self):
        for path in ("name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
                     "developers/developer/email", "scm/url", "scm/connection"):  # fmt: skip
            self.assertTrue(self.field(path), path)
        folder = self.field("groupId").split(".") + [self.field("artifactId"), self.field("version")]
        self.assertEqual(self.pom.parent, REPOSITORY.joinpath(*folder))
        self.assertEqual(self.field("packaging"), "jar")
        for part in ("build", "dependencies", "properties", "parent"):
            self.assertIsNone(self.project.find(SPACE + part), part)
        metadata = xml.etree.ElementTree.parse(self.pom.parents[1] / "maven-metadata.xml").getroot()
        self.assertEqual(metadata.findtext("versioning/release"), self.field("version"))
        with zipfile.ZipFile(self.jars[""]) as jar:
            (name,) = (name for name in jar.namelist() if name.endswith("/pom.xml"))
            self.assertEqual(jar.read(name), self.pom.read_bytes())

    def test_every_library_has_a_licence_and_is_listed(self):
        with zipfile.ZipFile(self.jars[""]) as jar:
            names = jar.namelist()
            licenses = {pathlib.PurePath(name).stem for name in names if name.startswith("META-INF/licenses/")}
            self.assertIn("META-INF/LICENSE", names)
            self.assertLessEqual({"nlohmann-json3-dev", "libstdc++6"}, licenses)
            self.assertTrue(any(name.startswith("META-INF/licenses/common-licenses/GPL") for name in names))
            folders = {name.split("/")[3] for name in names if name.startswith("org/koord/native/")}
            self.assertEqual(folders, {f"linux-{MACHINE}"})
            for folder in folders:
                listed = jar.read(f"org/koord/native/{folder}/libraries").decode().split()
                self.assertEqual(listed[-1], "libkoord-jni.so")
                self.assertEqual({f"org/koord/native/{folder}/{name}" for name in [*listed, "libraries"]},
                                 {name for name in names if name.startswith(f"org/koord/native/{folder}/")})  # fmt: skip
                self.assertTrue(any(name.startswith("libhwloc.so") for name in listed))
                # Java may load the C++ runtime for itself.
                self.assertNotIn(b"libstdc++.so", jar.read(f"org/koord/native/{folder}/libkoord-jni.so"))
                for name in listed[:-1]:
                    self.assertTrue(any(one.startswith(name.partition(".so")[0]) for one in licenses), name)

    def test_jars_are_sorted_and_name_no_path_of_this_machine(self):
        for path in self.jars.values():
            with zipfile.ZipFile(path) as jar:
                names = jar.namelist()
                self.assertEqual(names[0], "META-INF/MANIFEST.MF")
                self.assertEqual(names[1:], sorted(names[1:]))
                self.assertEqual(len({info.date_time for info in jar.infolist()}), 1)
                self.assertEqual([name for name in names if str(HERE.parents[1]).encode() in jar.read(name)], [])

    def test_a_service_needs_nothing_else(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "src/main/java").mkdir(parents=True)
            (folder / "src/main/java/Place.java").write_text(PROGRAM)
            values = {part: self.field(f"{part}Id") for part in ("group", "artifact")}
            (folder / "pom.xml").write_text(POM.format(repository=REPOSITORY.as_uri(), version=self.field("version"), **values))
            had = pathlib.Path.home() / ".m2/repository"
            (folder / "settings.xml").write_text(SETTINGS.format(local=folder / "local", had=had.as_uri()))
            built = run("mvn", "-q", "-B", "-s", "settings.xml", "compile", cwd=folder, stdin=subprocess.DEVNULL)
            said = built.stdout + built.stderr
            if re.search("maven-(compiler|resources)-plugin.*(could not be resolved|ould not transfer)", said, re.DOTALL):
                self.skipTest("Maven cannot get its plugins")
            self.assertEqual(built.returncode, 0, said)
            self.assertNotRegex(said, "(?i)checksum")
            (jar,) = (folder / "local").rglob(self.jars[""].name)
            self.check_program(folder, jar)

    def check_program(self, folder, jar):
        private = folder / "private"
        private.mkdir()
        done = run("java", f"-Djava.io.tmpdir={private}", "-cp", f"{folder}/target/classes:{jar}", "Place")
        lines = done.stdout.split("\n")
        self.assertEqual((done.returncode, lines[:4]), (0, ["0-3", "4-11", "refused", "true"]), done.stdout + done.stderr)
        loaded = {line.split()[1] for line in lines if line.startswith("loaded ")}
        self.assertTrue(loaded)
        self.assertEqual([path for path in loaded if not path.startswith(f"{private}/koord")], [])
        self.assertEqual(os.listdir(private), [])


class Writing(unittest.TestCase):
    """Parts of maven.py, without a build."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_only_the_artifact_is_replaced(self):
        for kind in ("", "-sources", "-javadoc"):
            with zipfile.ZipFile(self.folder / f"koord{kind}.jar", "w") as jar:
                jar.writestr("a.txt", kind)
        out = self.folder / "out"
        group, artifact, version = maven.write_repository(out, self.folder, {}, maven.wheel.changed()).split(":")
        place = out / group.replace(".", "/") / artifact
        (place / version).rename(place / "0.0.1")
        kept = [out / "mine.txt", out / "org/other/1/other.pom", place.parent / "mine.txt"]
        for path in kept:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("mine")
        maven.write_repository(out, self.folder, {}, maven.wheel.changed())
        self.assertEqual({path.name for path in place.iterdir() if path.is_dir()}, {version})
        outside = {path for path in out.rglob("*") if path.is_file() and place not in path.parents}
        self.assertEqual((outside, {path.read_text() for path in kept}), (set(kept), {"mine"}))

    def test_times_are_those_of_zip(self):
        for seconds, year in (("0", 1980), ("-5", 1980), ("315532800", 1980), ("1700000000", 2023)):
            with unittest.mock.patch.dict(os.environ, SOURCE_DATE_EPOCH=seconds):
                maven.write_jar(self.folder / "a.jar", {"a": b""}, maven.wheel.changed())
            with zipfile.ZipFile(self.folder / "a.jar") as jar:
                self.assertEqual(jar.infolist()[0].date_time[0], year)

    def test_a_library_without_hwloc_is_refused(self):
        target = maven.Target()
        target.tree = self.folder
        (self.folder / "libkoord-jni.so").write_bytes(pathlib.Path("/bin/true").read_bytes())
        with self.assertRaisesRegex(SystemExit, "expected libhwloc among them"):
            target.libraries()
        (self.folder / "libkoord-jni.so").write_bytes(b"no library")
        with self.assertRaises((SystemExit, subprocess.CalledProcessError)):
            target.libraries()

    def test_licences_that_others_refer_to_are_included(self):
        libraries = maven.licenses({})
        self.assertEqual(libraries["META-INF/licenses/common-licenses/GPL-3.txt"],
                         pathlib.Path("/usr/share/common-licenses/GPL-3").read_bytes())  # fmt: skip
        for text in (b"see /usr/share/common-licenses/LGPL-2.1.", b"`/usr/share/common-licenses/LGPL-2.1'"):
            self.assertEqual(list(maven.wheel.common_licenses([text])), ["common-licenses/LGPL-2.1"])
        self.assertEqual(maven.wheel.common_licenses([b"in /usr/share/common-licenses/."]), {})
        with self.assertRaisesRegex(SystemExit, "common-licenses/None-7"):
            maven.wheel.common_licenses([b"/usr/share/common-licenses/None-7"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"])
