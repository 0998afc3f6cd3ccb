#!/usr/bin/env python3
"""The generated files of the tree match abi/interface.json. Needs no libclang."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import scratch

scratch.need(libclang=False)
FIRST_LINE = " by make generate (tools/generate). DO NOT EDIT."  # after the name of the source
# Files of other tools without this line: they use other words or have no room for it. Sums of Go modules have none either.
UNSIGNED = {"packaging/man/koordctl.1", "packaging/man/koord-replay.1", "docs/internals/architecture.svg", "docs/placement.svg"}


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def written(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        program = [sys.executable, "-B", os.path.join(scratch.GENERATOR, "generate.py"), "--from-json", cls.folder.name]
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
        cls.made = written(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_the_tree_is_current(self):
        self.assertGreater(len(self.made), 50)
        stale = [
            name
            for name in self.made
            if not os.path.exists(os.path.join(scratch.ROOT, name))
            or read(scratch.ROOT, name) != read(self.folder.name, name)
        ]
        self.assertEqual(stale, [], 'run "make generate"')

    def test_reference_pages_have_all(self):
        """Macros are included, each with its description."""
        with open(os.path.join(scratch.ROOT, "abi", "interface.json"), encoding="utf-8") as file:
            interface = json.load(file)
        headers = {one["name"] for one in interface["headers"]}
        seen = 0
        for part in ("macros", "macro_calls", "enums", "structs", "handles", "callbacks", "functions"):
            for one in interface[part]:
                self.assertIn(one["header"], headers)
                self.assertRegex(read(self.folder.name, f"docs/reference/calls/{one['header']}.md"), rf"(?m)^(### |\| `){one['name']}\b")
                seen += 1
        self.assertGreater(seen, 400)
        self.assertIn("KOORD_INIT", [one["name"] for one in interface["macro_calls"]])

    def test_generated_files_have_the_first_line(self):
        for name in self.made:
            self.assertIn(FIRST_LINE, read(self.folder.name, name).splitlines()[0], name)

    def test_the_tree_has_no_stale_files(self):
        """A generated file whose source no longer exists in the header."""
        listed = subprocess.run(
            ["git", "-C", scratch.ROOT, "grep", "-lF", FIRST_LINE, "--", "src", "tests/abi", "bindings"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        )
        if listed.returncode != 0:
            self.skipTest("no git checkout")
        self.assertEqual([name for name in listed.stdout.splitlines() if name not in self.made], [])

    def test_reviews_fold_them(self):
        """.gitattributes marks the files that say that they are generated, and no others."""
        git = ["git", "-C", scratch.ROOT]
        listed = subprocess.run([*git, "ls-files", "-z"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if listed.returncode != 0:
            self.skipTest("no git checkout")
        checked = subprocess.run(
            [*git, "check-attr", "-z", "--stdin", "linguist-generated"], input=listed.stdout, stdout=subprocess.PIPE, check=True
        )
        fields = checked.stdout.decode().split("\0")
        marked = {name for name, value in zip(fields[0::3], fields[2::3]) if value == "set" and not name.endswith(".sum")} - UNSIGNED
        signed = set()
        for name in listed.stdout.decode().split("\0"):
            path = os.path.join(scratch.ROOT, name)
            if name and os.path.isfile(path) and not name.endswith(".gz"):
                with open(path, encoding="utf-8", errors="replace") as file:
                    start = file.read(400).splitlines()[:4]
                if any("DO NOT EDIT" in line for line in start):
                    signed.add(name)
        self.assertGreater(len(signed), 200)
        self.assertEqual(sorted(signed - marked), [], ".gitattributes does not mark these")
        self.assertEqual(sorted(marked - signed), [], ".gitattributes marks these, but they do not say that they are generated")


if __name__ == "__main__":
    unittest.main()
