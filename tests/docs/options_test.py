"""docs/start/install.md lists exactly the options and presets of the build."""
import glob
import json
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEFINED = re.compile(r"^[ \t]*(?:option\((KOORD_\w+)|set\((KOORD_\w+)[^)]*?\bCACHE[ \t]+(?!INTERNAL))", re.M)
COMMENT = re.compile(r"^[ \t]*#.*$", re.M)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as opened:
        return opened.read()


def build_files():
    found = ["CMakeLists.txt"]
    for top in ("cmake", "src", "tools", "tests", "bindings", "kubernetes", "bench", "fuzz"):
        for pattern in ("CMakeLists.txt", "*.cmake"):
            found += glob.glob(os.path.join(ROOT, top, "**", pattern), recursive=True)
    return sorted({os.path.relpath(os.path.join(ROOT, path), ROOT) for path in found})


def options(text):
    return {name for match in DEFINED.findall(text) for name in match if name}


def section(heading):
    return re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", read("docs/start/install.md"), flags=re.S | re.M).group(1)


def first_column(text):
    """Returns the names in backquotes in the first column of tables."""
    return [name for cell in re.findall(r"^\| (`[^|]*) \|", text, flags=re.M) for name in re.findall(r"`([^`]+)`", cell)]


class Options(unittest.TestCase):
    def test_options(self):
        files = [read(path) for path in build_files()]
        defined = set().union(*map(options, files))
        read_somewhere = set(re.findall(r"\bKOORD_\w+", "\n".join(COMMENT.sub("", text) for text in files)))
        told = [name for name in first_column(section("Options")) if name.startswith("KOORD_")]
        self.assertGreater(len(defined), 10)
        self.assertEqual(sorted(told), sorted(set(told)), "told twice")
        self.assertEqual(sorted(defined - set(told)), [], "docs/start/install.md lacks these options")
        self.assertEqual(sorted(set(told) - read_somewhere), [], "docs/start/install.md has options that there are not")

    def test_presets(self):
        presets = json.loads(read("CMakePresets.json"))["configurePresets"]
        names = {preset["name"] for preset in presets if not preset.get("hidden")}
        self.assertEqual(sorted(first_column(section("Presets"))), sorted(names))

    def test_what_counts_as_an_option(self):
        self.assertEqual(options('option(KOORD_A "a" ON)\n  set(KOORD_B "" CACHE STRING "b")\nset(KOORD_C 1)\n'
                                 'set(KOORD_D "" CACHE INTERNAL "d")\n# option(KOORD_E "e")\n'), {"KOORD_A", "KOORD_B"})


if __name__ == "__main__":
    unittest.main()
