#!/usr/bin/env python3
"""No old name is left: abi/renamed.json says what koord.h called things before, and what it calls them now."""

import json
import os
import re
import subprocess
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Answers of earlier versions, and the table itself. (CMake has targets of these names, one a module.)
SKIPPED = ("abi/renamed.json", "tests/recorded/", "tests/data/", "fuzz/corpus/")
NAME = re.compile(r"\b(?:koord|KOORD)_\w+")


def sources():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=False).stdout
    names = listed.decode().split("\0") if listed else []
    for name in names or [os.path.relpath(os.path.join(at, one), ROOT) for at, _, all_ in os.walk(ROOT) for one in all_]:
        path = os.path.join(ROOT, name)
        if name and not name.startswith(SKIPPED) and not name.endswith(("CMakeLists.txt", ".cmake")) and os.path.isfile(path):
            try:
                with open(path, encoding="utf-8") as file:
                    yield name, file.read()
            except UnicodeDecodeError:
                pass  # a picture, an archive


class OldNames(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(ROOT, "abi/renamed.json"), encoding="utf-8") as file:
            self.renamed = json.load(file)

    def test_no_old_name_is_left(self):
        for name, text in sources():
            for at, line in enumerate(text.splitlines(), 1):
                for word in NAME.findall(line):
                    if word in self.renamed:
                        self.fail(f"{name}:{at}: {word} is {self.renamed[word]} now")

    def test_new_names_are_there(self):
        with open(os.path.join(ROOT, "include/amalgamated/koord.h"), encoding="utf-8") as file:
            there = set(NAME.findall(file.read()))
        self.assertEqual({old: new for old, new in self.renamed.items() if new not in there}, {})


if __name__ == "__main__":
    unittest.main()
