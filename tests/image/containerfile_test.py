#!/usr/bin/env python3
"""packaging/image builds the images that kubernetes/deploy/scheduler/Containerfile
and its neighbours agent and webhook describe.

containerfile_test.py NAME [-v]   checks image NAME in KOORD_IMAGE around KOORD_PROGRAM, or without them one around any program
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from containerfile import ROOT, Containerfile, Image, Unknown, differences

SCRIPTS = os.path.join(ROOT, "packaging", "image")
NAME = sys.argv.pop(1)
FOLDER, USER = {"koord-scheduler": ("scheduler", "65532:65532"), "koord-agent": ("agent", "0:0"),
                "koord-webhook": ("webhook", "65532:65532")}[NAME]
with open(os.path.join(ROOT, "kubernetes", "deploy", FOLDER, "Containerfile"), encoding="utf-8") as opened:
    TEXT = opened.read()
with open(os.path.join(ROOT, "cmake", "identity.cmake"), encoding="utf-8") as opened:
    VERSION = opened.read().partition("set(koord_version ")[2].partition(")")[0]
PROGRAM = os.environ.get("KOORD_PROGRAM", "/usr/bin/dpkg")


def missing():
    for program in ("dpkg-query", "umoci"):
        if not shutil.which(program):
            return f"no {program}"
    return "" if os.path.exists("/usr/share/ca-certificates/mozilla") else "no ca-certificates of Debian"


@unittest.skipIf(missing(), missing())
class SameImage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def root(self, name="root"):
        subprocess.run([os.path.join(SCRIPTS, "root.sh"), NAME, self.path(name), PROGRAM], check=True)
        return self.path(name)

    def make(self, root, name="image.tar"):
        subprocess.run([os.path.join(SCRIPTS, "image.sh"), NAME, self.path(name), root], check=True, capture_output=True)
        return self.path(name)

    def described(self, text=TEXT):
        return Containerfile(text, tempfile.mkdtemp(dir=self.folder), PROGRAM)

    def test_the_same(self):
        image = Image(os.environ.get("KOORD_IMAGE") or self.make(self.root()))
        self.assertEqual(differences(self.described(), image), [])
        self.assertIn(f"usr/bin/{NAME}", image.files)
        if "KOORD_PROGRAM" in os.environ:  # a Go program, with modules of others inside
            self.assertIn(f"usr/share/doc/{NAME}/modules.txt", image.files)
        self.assertEqual(image.config["User"], USER)
        self.assertEqual((image.tag, image.owners, len(image.times)), (VERSION, {(0, 0)}, 1))

    def test_missing_and_additional_files_are_differences(self):
        root = self.root()
        with open(os.path.join(root, "etc", "surplus"), "w", encoding="utf-8"):
            pass
        os.remove(os.path.join(root, "etc", "nsswitch.conf"))
        os.chmod(os.path.join(root, "etc", "passwd"), 0o755)
        found = differences(self.described(), Image(self.make(root)))
        self.assertEqual([line.partition(":")[0] for line in found], ["etc/nsswitch.conf", "etc/passwd", "etc/surplus"])

    def test_additional_instructions_are_differences(self):
        image = Image(self.make(self.root()))
        for more, name in ((f"COPY --from=build /{NAME} /usr/bin/other", "usr/bin/other"),
                           ("USER 7", "config: User"), ("ENV A=b", "config: Env"),
                           ('ENTRYPOINT ["/other"]', "config: Entrypoint")):
            with self.subTest(more):
                found = differences(self.described(f"{TEXT}{more}\n"), image)
                self.assertEqual([line.rpartition(": the Containerfile")[0] for line in found], [name])

    def test_unknown_instructions_are_refused(self):
        for more in ("RUN apt-get install -y curl", "ADD x /", "WORKDIR /", "COPY --from=build /image/none /"):
            with self.subTest(more), self.assertRaises((Unknown, OSError)):
                self.described(f"{TEXT}{more}\n")
        with self.assertRaises(Unknown):
            self.described(TEXT.replace("/src/tools/dev/install-deps.sh kubernetes", "apt-get install -y curl"))

    def test_bytes_are_the_same_again(self):
        first, other = self.root(), self.root("other")
        for at, _, names in os.walk(other):
            for name in names:
                os.utime(os.path.join(at, name), (1, 1), follow_symlinks=False)
        with open(self.make(first), "rb") as one, open(self.make(other, "other.tar"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_a_wrong_byte_is_found(self):
        path = self.make(self.root())
        with open(path, "r+b") as file:
            content = file.read()
            file.seek(content.index(b'"User":"') + len(b'"User":"'))
            file.write(b"9")
        with self.assertRaisesRegex(ValueError, "is not what it says"):
            Image(path)

    def test_a_program_that_needs_no_debian_library_is_refused(self):
        library = os.path.join(self.folder, "libown.so")
        program = os.path.join(self.folder, "own")
        compiler = shutil.which("cc") or self.skipTest("no cc")
        subprocess.run([compiler, "-shared", "-x", "c", "/dev/null", "-o", library], check=True)
        subprocess.run([compiler, "-Wl,--no-as-needed", f"-Wl,-rpath,{self.folder}", "-x", "c", "-", "-x", "none", library,
                        "-o", program], input=b"int main(void) { return 0; }", check=True)
        done = subprocess.run([os.path.join(SCRIPTS, "root.sh"), NAME, self.path("root"), program], capture_output=True, text=True)
        self.assertEqual((done.returncode, "libown.so is of no Debian package" in done.stderr), (1, True), done.stderr)

    def test_a_name_that_is_none_is_refused(self):
        for script in ("program.sh", "root.sh", "image.sh", "go-program.sh"):
            with self.subTest(script):
                arguments = ["koord-none", self.path("a")] + ["/"] * (script in ("root.sh", "image.sh", "go-program.sh"))
                done = subprocess.run([os.path.join(SCRIPTS, script), *arguments], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (
                    2, f"{script}: found 'koord-none', expected koord-scheduler, koord-agent or koord-webhook\n"))


if __name__ == "__main__":
    unittest.main()
