#!/usr/bin/env python3
"""Tests the RPM packages in a folder: rpm_test.py FOLDER

Compares their files, dependencies and licences with the tree, installs them into an empty root, and compiles and runs programs with
the files there. The root has no other packages: libraries of this machine take their place, and scripts do not run.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools/generate"))
import identity  # noqa: E402

FOLDER = pathlib.Path(sys.argv[1]).resolve()
KNOWN = identity.parse((ROOT / identity.SOURCE).read_text(encoding="utf-8"))
VERSION = KNOWN["version"]
COMPILED = ("libkoord", "libkoord-devel", "koord-tools", "koord-agent")
NAMES = (*COMPILED, "libkoord-doc", "golang-libkoord-devel")
# The Debian package with the same contents.
DEBIAN = {"libkoord": "libkoord1", "libkoord-devel": "libkoord-dev", "koord-tools": "koord-tools"}


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.database = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.files = {cls.query("%{NAME}", path): path for path in FOLDER.glob("*.rpm") if not path.name.endswith(".src.rpm")}

    @classmethod
    def query(cls, form, path, *options):
        return run("rpm", "--dbpath", cls.database, "-q", "--qf", form, *options, "-p", path)

    def listed(self, option, name):
        lines = run("rpm", "--dbpath", self.database, "-q", option, "-p", self.files[name]).splitlines()
        return {line for line in lines if line and not line.startswith("(")}

    def test_names_and_versions(self):
        self.assertEqual(set(self.files), set(NAMES))
        (source,) = FOLDER.glob("*.src.rpm")
        for path in [*self.files.values(), source]:
            said = self.query("%{VERSION} %{LICENSE} %{URL} %{PACKAGER}", path)
            self.assertEqual(said, f"{VERSION} Apache-2.0 {KNOWN['address']} {KNOWN['maintainer']} <{KNOWN['email']}>")
        self.assertEqual(self.listed("--list", "libkoord") & {"/usr/lib64/libkoord.so.1"}, {"/usr/lib64/libkoord.so.1"})
        self.assertIn(f"libkoord-{VERSION}.tar.gz", run("rpm", "-qp", "--list", source).split())

    def test_no_file_is_in_two_packages(self):
        owners = {}
        for name, path in self.files.items():
            for line in self.query("[%{FILEMODES:perms} %{FILENAMES}\n]", path).splitlines():
                mode, _, file = line.partition(" ")
                if not mode.startswith("d"):
                    self.assertNotIn(file, owners, f"in {name} and {owners.get(file)}")
                    owners[file] = name

    def test_the_split_is_that_of_debian(self):
        moved = {"/usr/share/zsh/vendor-completions": "/usr/share/zsh/site-functions"}
        for name, debian in DEBIAN.items():
            files = self.listed("--list", name)
            for line in (ROOT / f"packaging/debian/{debian}.install").read_text().splitlines():
                wanted = "/" + line.split()[0].replace("usr/lib/*/", "usr/lib64/")
                for before, after in moved.items():
                    wanted = wanted.replace(before, after)
                if not wanted.startswith("/usr/share/doc"):
                    pattern = re.escape(wanted).replace(r"\*", "[^/]*")
                    self.assertTrue(any(re.match(rf"{pattern}(?:\.gz)?(?:/|$)", file) for file in files), f"{name} has no {wanted}")

    def test_dependencies(self):
        needs = {name: self.listed("--requires", name) for name in self.files}
        provided = {line.split()[0] for name in self.files for line in self.listed("--provides", name)}
        wanted = {line.split()[0] for lines in needs.values() for line in lines if "koord" in line}
        self.assertTrue(wanted)
        self.assertLessEqual(wanted, provided)
        self.assertIn("libkoord.so.1()(64bit)", self.listed("--provides", "libkoord"))
        self.assertTrue(any(line.startswith("libhwloc.so.") for line in needs["libkoord"]), needs["libkoord"])
        self.assertTrue(any(line.startswith("pkgconfig(hwloc)") for line in needs["libkoord-devel"]), needs["libkoord-devel"])
        for name in ("libkoord-devel", "koord-tools"):
            self.assertTrue(any(re.fullmatch(rf"libkoord(\(x86-64\)|\(aarch-64\))? = {VERSION}-1.*", line) for line in needs[name]))
        for name in ("libkoord-doc", "golang-libkoord-devel"):
            self.assertEqual(self.query("%{ARCH}", self.files[name]), "noarch")

    def test_every_package_has_our_licence(self):
        for name in self.files:
            self.assertIn(f"/usr/share/licenses/{name}/LICENSE", self.listed("--list", name))

    def test_settings_are_kept_by_upgrades(self):
        flags = self.query("[%{FILENAMES} %{FILEFLAGS:fflags}\n]", self.files["koord-agent"])
        self.assertIn("/etc/koord/agent.yaml cn", flags.splitlines())

    def test_nothing_names_the_folder_of_the_build(self):
        for name, path in self.files.items():
            with tempfile.TemporaryDirectory() as folder:
                archive = pathlib.Path(folder, "all.cpio")
                archive.write_bytes(subprocess.run(["rpm2cpio", path], check=True, capture_output=True).stdout)
                self.assertNotIn(str(ROOT).encode(), archive.read_bytes(), name)


class Installed(unittest.TestCase):
    """The packages in a root of their own."""

    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        packages = [path for path in FOLDER.glob("*.rpm") if not path.name.endswith(".src.rpm")]
        run("rpm", "--root", cls.root, "--initdb")
        run("rpm", "--root", cls.root, "--nodeps", "--noscripts", "-i", *packages)
        cls.lib = cls.root / "usr/lib64"
        cls.environment = {**os.environ, "LD_LIBRARY_PATH": str(cls.lib), "PKG_CONFIG_PATH": str(cls.lib / "pkgconfig")}
        cls.program = cls.root / "pick.c"
        block = [sys.executable, "-B", ROOT / "tests/quickstart/block.py", ROOT / "README.md", "c"]
        cls.program.write_text(run(*block))

    def test_a_c_program_with_either_library(self):
        for options, change in (([], ""), (["--static"], "-l:libkoord.a")):
            flags = run("pkg-config", *options, "--cflags", "--libs", "koord", env=self.environment)
            self.assertIn(str(self.root), flags)
            to = self.root / f"pick{len(options)}"
            run("cc", self.program, *flags.replace("-lkoord", change or "-lkoord").split(), "-o", to)
            loaded = run("ldd", to, env=self.environment)
            self.assertEqual("libkoord" in loaded, not options, loaded)
            if not options:
                self.assertIn(str(self.lib / "libkoord.so.1"), loaded)
            self.assertEqual(run(to, env=self.environment), "0-7\n")

    def test_cmake_finds_it(self):
        build = self.root / "build"
        run("cmake", "-S", ROOT / "tests/install/consumer", "-B", build, f"-DPROGRAM={self.program}", f"-Dkoord_DIR={self.lib}/cmake/koord")
        run("cmake", "--build", build)
        for kind in ("shared", "static"):
            self.assertEqual(run(build / kind, env=self.environment), "0-7\n")

    def test_commands(self):
        binaries, libexec = self.root / "usr/bin", self.root / "usr/libexec/koord"
        self.assertIn(VERSION, run(binaries / "koordctl", "version", env=self.environment))
        machine = self.root / "usr/share/doc/koord/examples/two-socket-server.xml"
        self.assertIn("web", run(binaries / "koordctl", "allocate", "--from", machine, "--pod", "web=4", env=self.environment))
        self.assertIn("--policy", run(binaries / "koord-replay", "--help", env=self.environment))
        said = subprocess.run([binaries / "koord-agent", "-h"], capture_output=True, text=True, env=self.environment, check=False).stderr
        self.assertIn("-config", said)
        hook = json.loads((self.root / "usr/share/koord/oci/koord-oci-hook.json").read_text())["hook"]["path"]
        self.assertTrue(os.access(f"{self.root}{hook}", os.X_OK), hook)
        state = '{"ociVersion":"1.0.2","id":"c0ffee","pid":1,"annotations":{"io.kubernetes.cri.sandbox-uid":"u"}}'
        called = subprocess.run([libexec / "koord-oci-hook", f"--state={self.root}/none", "createRuntime"], input=state, text=True,
                                capture_output=True, env=self.environment, check=False)  # fmt: skip
        self.assertIn("is not known on this node", called.stderr)

    def test_go_sources_are_a_module(self):
        if not shutil.which("go"):
            self.skipTest("there is no go")
        (folder,) = (path.parent for path in (self.root / "usr/share/gocode").rglob("go.mod"))
        run("go", "vet", "./...", cwd=folder, env={**self.environment, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"})

    def test_manual_pages_and_completions(self):
        for path in ("man/man1/koordctl.1", "man/man8/koord-oci-hook.8", "man/man8/koord-agent.8"):
            self.assertTrue(list(self.root.glob(f"usr/share/{path}*")), path)
        for path in ("bash-completion/completions/koordctl", "zsh/site-functions/_koordctl", "fish/vendor_completions.d/koordctl.fish"):
            self.assertTrue((self.root / "usr/share" / path).stat().st_size, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"])
