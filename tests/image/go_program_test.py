#!/usr/bin/env python3
"""packaging/image/go-program.sh links a program with the given library, even if Go has cached everything else."""
import os
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging", "image", "go-program.sh")

# Stands for the go command. Go's cache depends on the output of pkg-config, so the folder of the output records it.
GO = """#!/bin/sh
while [ "$1" != -o ]; do shift; done
[ ! -e "$2" ] || { echo "an old program is still there" >&2; exit 1; }
{ echo "$CGO_CFLAGS"; pkg-config --cflags --libs --static koord; } >"$2.cached"
echo '#include <koord.h>
int main(void) { return library(); }' | cc -x c - -o "$2" -l:libkoord.a
"""


def missing():
    return [program for program in ("cc", "ar", "pkg-config") if not shutil.which(program)]


@unittest.skipIf(missing(), f"no {', '.join(missing())}")
class GoProgram(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.go = os.path.join(self.folder, "go")
        self.write("go", GO)
        os.chmod(self.go, 0o755)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def library(self, name, answer):
        """Creates a prefix with a library whose only function returns `answer`. Returns the folder of its koord.pc."""
        self.write(f"{name}/include/koord.h", "int library(void);\n")
        source = self.write(f"{name}/library.c", f"#include <koord.h>\nint library(void) {{ return {answer}; }}\n")
        pc = self.write(f"{name}/lib/pkgconfig/koord.pc", "prefix=${pcfiledir}/../..\nlibdir=${prefix}/lib\nincludedir=${prefix}/include\n"
                        "Name: koord\nDescription: a library\nVersion: 1\nLibs: -L${libdir} -lkoord\nLibs.private: -lm\n"
                        "Cflags: -I${includedir}\n")
        prefix = os.path.join(self.folder, name)
        subprocess.run(["cc", "-I", f"{prefix}/include", "-c", source, "-o", f"{prefix}/library.o"], check=True)
        subprocess.run(["ar", "rc", f"{prefix}/lib/libkoord.a", f"{prefix}/library.o"], check=True)
        return os.path.dirname(pc)

    def build(self, pkgconfig):
        program = os.path.join(self.folder, "program")
        done = subprocess.run([SCRIPT, "koord-agent", program, pkgconfig], env={**os.environ, "GO": self.go}, capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(program + ".cached", encoding="utf-8") as file:
            return subprocess.run([program]).returncode, file.read()

    def test_each_library_gives_its_own_program_and_no_folder_reaches_the_cache(self):
        first, kept = self.build(self.library("first", 3))
        second, kept_later = self.build(self.library("second", 5))
        self.assertEqual((first, second), (3, 5))
        self.assertIn("-lkoord -lm", kept)
        self.assertNotIn(self.folder, kept)
        self.assertEqual(kept, kept_later)

    def test_a_library_that_has_changed_is_linked_again(self):
        self.assertEqual([self.build(self.library("one", answer))[0] for answer in (3, 5)], [3, 5])

    def test_a_folder_without_the_archive_is_an_error_and_leaves_the_program(self):
        pkgconfig = self.library("first", 3)
        self.build(pkgconfig)
        os.remove(os.path.join(self.folder, "first/lib/libkoord.a"))
        program = os.path.join(self.folder, "program")
        done = subprocess.run([SCRIPT, "koord-agent", program, pkgconfig], env={**os.environ, "GO": self.go}, capture_output=True,
                              text=True)
        self.assertEqual((done.returncode, "libkoord.a" in done.stderr), (1, True), done.stderr)
        self.assertTrue(os.path.exists(program))


if __name__ == "__main__":
    unittest.main()
