#!/usr/bin/env python3
"""tools/dev/skipped.py finds parts that were not built or not run in the output of every test program, and accepts only those that are allowed."""
import os
import subprocess
import sys
import tempfile
import unittest
from xml.sax.saxutils import escape

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(ROOT, "tools", "dev", "skipped.py")

GTEST = """[ RUN      ] Heap.IsNotTouched
tests/x_test.cc:78: Skipped
no malloc

[  SKIPPED ] Heap.IsNotTouched (0 ms)
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] Heap.IsNotTouched
"""
PRINTED = {
    "gtest": (GTEST, "Heap.IsNotTouched (no malloc)"),
    "unittest": ("test_zsh (__main__.C.test_zsh) ... " + "skipped 'no zsh'\n", "test_zsh (no zsh)"),
    "unittest with a sentence": ("test_zsh (__main__.C.test_zsh)\nIt completes. ... " + "skipped 'no zsh'\n", "(no zsh)"),
    "pytest": ("SKIPPED [2] test_wheel.py:50: no index\n", "test_wheel.py (no index)"),
    "go": ("ok  \tkoord\t1.2s\n--- SKIP: TestHot (0.00s): too slow\n", "TestHot (too slow)"),
    "JUnit": ("|  +-- isCarried() [A] Assumption failed: skipped: no jar\n", "isCarried (no jar)"),
    "JUnit, with a parameter": ("|  +-- isCarried(Path) [A] Assumption failed: no jar\n", "isCarried (no jar)"),
    "JUnit, switched off": ("+-- LoaderTest [S] class LoaderTest is @Disabled\n", "LoaderTest (class LoaderTest is @Disabled)"),
    "a script": ("swig.sh: SKIPPED the compilation for Java: no jni.h\n", "(the compilation for Java: no jni.h)"),
}


class Skipped(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = os.path.join(folder.name, "release")
        os.mkdir(self.build)
        self.write("not-built.txt", "")

    def write(self, name, text):
        path = os.path.join(self.build, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def ran(self, output, skipped=False):
        state = '<skipped message="SKIP_RETURN_CODE=77"/>' if skipped else ""
        self.write("tests.xml", f'<testsuite><testcase name="t" status="run">{state}'
                                f"<system-out>{escape(output)}</system-out></testcase></testsuite>")

    def run_it(self, *options):
        return subprocess.run([sys.executable, "-B", PROGRAM, *options, self.build], capture_output=True, text=True)

    def test_nothing(self):
        self.ran("[       OK ] A.B (0 ms)\ntest_words_are_skipped (C) ... ok\n")
        done = self.run_it("--allowed", self.write("allowed", "# none\n"))
        self.assertEqual((done.returncode, done.stdout), (0, "skipped.py: everything was built, and every test ran\n"))

    def test_skips_of_every_test_framework_are_listed(self):
        for who, (output, told) in PRINTED.items():
            with self.subTest(who):
                self.ran(output)
                done = self.run_it()
                self.assertEqual(done.returncode, 0)
                # Each is listed once, in the last line.
                self.assertEqual(done.stdout, f"skipped.py: NOT BUILT OR RUN: release: t {told}\n")

    def test_a_whole_test(self):
        self.ran("looking\nSKIPPED: no QEMU\n", skipped=True)
        self.assertIn("release: t (no QEMU)", self.run_it().stdout)

    def test_what_was_not_built(self):
        self.ran("")
        self.write("not-built.txt", "Java package\tno javac\n")
        self.assertIn("release: Java package (no javac)", self.run_it().stdout)

    def test_what_else_was_left_out(self):
        self.ran("")
        self.assertIn("packages (no root)", self.run_it("--also", self.write("also", "packages\tno root\n")).stdout)

    def test_only_what_is_allowed(self):
        self.ran(GTEST)
        for line, code in (("release: t Heap.*\tno malloc\tanother build counts\n", 0), ("release: t Heap.*\tno root\twhy\n", 1),
                           ("asan: *\tno malloc\twhy\n", 1)):
            with self.subTest(line):
                self.assertEqual(self.run_it("--allowed", self.write("allowed", line)).returncode, code)

    def test_a_line_without_its_reason(self):
        self.ran(GTEST)
        done = self.run_it("--allowed", self.write("allowed", "\n*\t*\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("allowed:2: expected three fields", done.stderr)


if __name__ == "__main__":
    unittest.main()
