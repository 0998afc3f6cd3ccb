#!/usr/bin/env python3
"""Writes the Java package as a Maven repository: maven.py OUT

OUT gets the jar, its sources, Javadoc and POM, with checksums, as services find them by
<repository><url>file://OUT</url></repository>. Older versions of the package there are removed, other
files are kept. The jar contains the classes, and for the
architecture of this machine the native library with libkoord and the C++ runtime in it, hwloc, and
the licences of everything that is in it. The same sources give the same files.
"""

import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "wheel"))
import wheel  # noqa: E402  (it has the library with hwloc, and the licences)

BUILD = ROOT / "build/maven"
# Names of an architecture: Java's, and the compiler's.
ARCHITECTURES = {"x86_64": ("amd64", "x86_64-linux-gnu"), "aarch64": ("aarch64", "aarch64-linux-gnu")}
# Libraries that every Linux with glibc has.
GLIBC = re.compile(r"(lib(c|m|dl|rt|pthread)|ld-linux[a-z0-9-]*)\.so\.\d+")
COMPILED_IN = ["nlohmann-json3-dev", "libstdc++6"]
# Hardening as in cmake/Hardening.cmake, and no path of this machine.
FLAGS = f"-fstack-protector-strong -D_FORTIFY_SOURCE=2 -ffile-prefix-map={ROOT}=."
SUMS = ("md5", "sha1", "sha256", "sha512")


def run(*command):
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT)


def output(*command):
    return subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=True).stdout


class Target:
    """The architecture of this machine. Builds the native library and finds the libraries that it loads."""

    def __init__(self):
        self.java, self.triple = ARCHITECTURES[platform.machine()]
        self.tree = BUILD / "java"
        self.folders = [pathlib.Path("/", part, self.triple) for part in ("usr/lib", "lib")]

    def build(self):
        """Builds the jars and the native library."""
        options = [f"-DCMAKE_PREFIX_PATH={wheel.library()}", "-DCMAKE_BUILD_TYPE=Release", "-DKOORD_JAVA_STATIC=ON"]
        options += [f"-DCMAKE_C_FLAGS={FLAGS}", *wheel.launchers(), *(["-G", "Ninja"] if shutil.which("ninja") else [])]
        run("cmake", "--log-level=WARNING", "-S", ROOT / "bindings/java", "-B", self.tree, *options)
        run("cmake", "--build", self.tree, "-j", wheel.jobs(), "--target=koord-java")

    def libraries(self):
        """Returns the files of the native library and those that it loads, each after those that it needs."""
        ordered = {}
        self._add("libkoord-jni.so", self.tree / "libkoord-jni.so", ordered, 0)
        return ordered

    def _add(self, name, file, ordered, depth):
        if depth > 8:
            raise SystemExit(f"maven.py: {name}: its libraries need each other")
        names = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-dW", file))
        if depth == 0 and not any(needed.startswith("libhwloc.so") for needed in names):
            raise SystemExit(f"maven.py: {name} needs {' '.join(names) or 'no library'}, expected libhwloc among them")
        for needed in names:
            if GLIBC.fullmatch(needed) or needed in ordered:
                continue
            found = next((folder / needed for folder in self.folders if (folder / needed).exists()), None)
            if not found:
                raise SystemExit(f"maven.py: {name} needs {needed}, which is not in {' or '.join(map(str, self.folders))}")
            self._add(needed, found, ordered, depth + 1)
        ordered[name] = file

    def stripped(self, file):
        to = self.tree / "stripped"
        run("strip", "--strip-unneeded", "-o", to, file.resolve())
        return to.read_bytes()

    def glibc(self, files):
        said = "".join(output("readelf", "-VW", file) for file in files)
        return max((tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_([0-9.]+)", said)), default=())


def natives(target):
    """Returns the entries of the jar for an architecture."""
    folder, libraries = f"org/koord/native/linux-{target.java}/", target.libraries()
    entries = {folder + name: target.stripped(file) for name, file in libraries.items()}
    entries[folder + "libraries"] = "".join(name + "\n" for name in libraries).encode()
    version = ".".join(map(str, target.glibc(libraries.values())))
    print(f"linux-{target.java}: {' '.join(libraries)}; glibc {version} or newer")
    return entries


def licenses(libraries):
    """Returns the licences of everything in a jar with these libraries of this machine."""
    packages = {*COMPILED_IN, *(wheel.owner(str(file)) for name, file in libraries.items() if name != "libkoord-jni.so")}
    found = {package: wheel.copyright_of(package) for package in packages}
    found.update(wheel.common_licenses(found.values()))
    named = {f"META-INF/licenses/{name}.txt": text for name, text in found.items()}
    return {**named, "META-INF/LICENSE": (ROOT / "LICENSE").read_bytes()}


def released_pom():
    """Returns the POM without the parts that build the tree."""
    text = (ROOT / "bindings/java/pom.xml").read_text()
    of_the_tree = [rf"  <{part}>.*?</{part}>\n" for part in ("properties", "dependencies", "build")]
    for part in (r"<!--.*?-->\n", *of_the_tree):
        text, count = re.subn(part, "", text, count=1, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"maven.py: bindings/java/pom.xml has no {part}")
    return text.encode()


def write_jar(path, entries, when):
    """Writes a jar: the manifest first, then by name."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as jar:
        for name in sorted(entries, key=lambda name: (name != "META-INF/MANIFEST.MF", name)):
            wheel.write_entry(jar, name, entries[name], when)


def entries_of(path):
    """Returns the files of a jar, without its manifest and without native libraries."""
    with zipfile.ZipFile(path) as jar:
        names = [name for name in jar.namelist() if not name.endswith("/")]
        return {name: jar.read(name) for name in names if name != "META-INF/MANIFEST.MF" and "/native/" not in name}


def write_sums(folder):
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        for algorithm in SUMS:
            digest = hashlib.new(algorithm, file.read_bytes()).hexdigest()
            file.with_name(f"{file.name}.{algorithm}").write_text(digest)


def write_repository(out, tree, added, when):
    """Replaces the artifact below `out`. `added` are the native libraries and licences."""
    pom = released_pom()
    coordinates = (re.search(rf"<{name}>([^<]+)<", pom.decode())[1] for name in ("groupId", "artifactId", "version"))
    group, artifact, version = coordinates
    place = out / group.replace(".", "/") / artifact
    if place.exists():
        shutil.rmtree(place)
    folder = place / version
    folder.mkdir(parents=True)
    manifest = "Manifest-Version: 1.0\n" + (ROOT / "bindings/java/manifest.txt").read_text()
    manifest += f"Implementation-Title: {artifact}\nImplementation-Version: {version}\n\n"
    license_file = {"META-INF/LICENSE": (ROOT / "LICENSE").read_bytes()}
    plain = {"META-INF/MANIFEST.MF": b"Manifest-Version: 1.0\n\n", **license_file}
    classes = {**entries_of(tree / "koord.jar"), **added, "META-INF/MANIFEST.MF": manifest.encode(),
               f"META-INF/maven/{group}/{artifact}/pom.xml": pom}  # fmt: skip
    write_jar(folder / f"{artifact}-{version}.jar", classes, when)
    for kind in ("sources", "javadoc"):
        write_jar(folder / f"{artifact}-{version}-{kind}.jar", {**entries_of(tree / f"koord-{kind}.jar"), **plain}, when)
    (folder / f"{artifact}-{version}.pom").write_bytes(pom)
    (place / "maven-metadata.xml").write_text(f"""<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>{group}</groupId>
  <artifactId>{artifact}</artifactId>
  <versioning>
    <latest>{version}</latest>
    <release>{version}</release>
    <versions>
      <version>{version}</version>
    </versions>
    <lastUpdated>{when:%Y%m%d%H%M%S}</lastUpdated>
  </versioning>
</metadata>
""")
    write_sums(place)
    return f"{group}:{artifact}:{version}"


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    out = pathlib.Path(sys.argv[1]).resolve()
    if platform.machine() not in ARCHITECTURES:
        raise SystemExit(f"maven.py: {platform.machine()}: expected one of {', '.join(ARCHITECTURES)}")
    BUILD.mkdir(parents=True, exist_ok=True)
    target = Target()
    target.build()
    added = {**licenses(target.libraries()), **natives(target)}
    name = write_repository(out, target.tree, added, wheel.changed())
    print(f"{name} in {out.as_uri()}")


if __name__ == "__main__":
    main()
