"""make test, make install and the Debian packages compile the library and the tools with equal flags: tests and measurements apply
to what is installed, and the compiler cache is shared."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HARDENING = ["-fstack-protector-strong", "-Werror=format-security", "-D_FORTIFY_SOURCE=2"]
# The objects whose stacks are not checked: src/CMakeLists.txt says why.
UNPROTECTED = re.compile(r"src/CMakeFiles/koord_(cpu.dir/.*|sched.dir/sched/"
                         r"(cluster/verdict_cache|placing/numa_choice|verdict/judge|verdict/score).cc.o)")
RULES = ["make", "-s", "-f", "packaging/debian/rules"]


def run(command, **more):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def flags(command):
    """Returns the flags of a compile line that change the object; names of files, and of macros with directories, do not."""
    words, skip = [], False
    for word in command.split()[1:]:
        if skip or word in ("-o", "-c", "-isystem"):
            skip = not skip
        elif not re.match(r"-I|-DKOORD_\w*(DIR|DIRECTORY|LIBRARY)=|-ffile-prefix-map=", word):
            words.append(word)
    return words


def tree_of(directory):
    """Returns compile lines by the names of their objects."""
    with open(os.path.join(directory, "compile_commands.json"), encoding="utf-8") as opened:
        entries = json.load(opened)
    lines = {}
    for entry in entries:
        name = re.search(r" -o (\S+)", entry["command"]).group(1)
        if re.match(r"(src|tools)/", name):
            lines[name] = flags(entry["command"])
    return lines


class Flags(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.directory = folder.name

    def configure(self, name, *options, environment=None):
        directory = os.path.join(self.directory, name)
        # The flags are those of the preset or the package, not of the environment.
        clean = {key: value for key, value in os.environ.items() if not re.fullmatch(r"(C|CXX|CPP|LD)FLAGS", key)}
        run(["cmake", "-S", ".", "-B", directory, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *options],
            env={**clean, **(environment or {})})
        return tree_of(directory)

    def preset(self, name, *options):
        return self.configure(name, f"--preset={name}", "-DKOORD_TESTS=OFF", "-DKOORD_BENCH=OFF", "-DKOORD_BINDINGS=OFF",
                              *options)

    def package(self, name, **options):
        """Imitates dh_auto_configure, which calls CMake with flags from the environment."""
        environment = {**os.environ, **options}
        told = run([*RULES, "--eval=tell: ; @dpkg-buildflags --export=cmdline; echo; echo '$(configuration)'", "tell"],
                   env=environment)
        found = dict(re.findall(r'(\w+)="([^"]*)"', told.splitlines()[0]))
        for language in ("CFLAGS", "CXXFLAGS"):
            found[language] += " " + found["CPPFLAGS"]
        environment = {key: found[key] for key in ("CFLAGS", "CXXFLAGS", "LDFLAGS")}
        return self.configure(name, "-DCMAKE_BUILD_TYPE=None", *told.splitlines()[-1].split(), "-DKOORD_BINDINGS=OFF",
                              environment=environment)

    def test_release_and_dist(self):
        release, dist = self.preset("release"), self.preset("dist")
        self.assertGreater(len(release), 10)
        self.assertEqual({name: [word for word in line if word != "-Werror"] for name, line in release.items()}, dist)
        for name, line in release.items():
            for flag in HARDENING:
                self.assertIn(flag, line, name)
            self.assertEqual("-fno-stack-protector" in line, UNPROTECTED.fullmatch(name) is not None, name)
            self.assertTrue(any(word.startswith("-O") and word != "-O0" for word in line), name)

    @unittest.skipUnless(shutil.which("dpkg-buildflags"), "no dpkg-buildflags: dpkg-dev")
    def test_release_and_packages(self):
        release = self.preset("release")
        self.assertEqual(self.package("same", DEB_BUILD_OPTIONS="noautodbgsym", KOORD_WERROR="ON"), release)
        with_symbols = self.package("with-symbols", DEB_BUILD_OPTIONS="")
        for name, line in release.items():
            self.assertEqual(sorted(["-g", *(word for word in line if word != "-Werror")]), sorted(with_symbols[name]), name)


if __name__ == "__main__":
    unittest.main()
