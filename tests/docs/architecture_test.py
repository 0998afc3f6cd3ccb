"""docs/internals/architecture.md and its picture match src/modules.txt, and check_includes.py enforces it."""
import os
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(os.path.abspath(__file__)).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "dev"))
import check_includes  # noqa: E402
import draw_modules  # noqa: E402
import modules as module_list  # noqa: E402

AGAIN = "differs from src/modules.txt; tools/dev/draw_modules.py writes it"


class Architecture(unittest.TestCase):
    def setUp(self):
        self.modules = module_list.read_modules(ROOT)

    def test_picture(self):
        picture = (ROOT / "docs" / "internals" / "architecture.svg").read_text(encoding="utf-8")
        self.assertTrue(picture == draw_modules.picture(self.modules), f"docs/internals/architecture.svg {AGAIN}")
        shown = [text.text for text in xml.etree.ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
                 if text.get("class") == "name"]
        self.assertEqual(shown, list(self.modules))

    def test_table(self):
        page = (ROOT / "docs" / "internals" / "architecture.md").read_text(encoding="utf-8")
        self.assertTrue(page == draw_modules.with_table(page, self.modules), f"docs/internals/architecture.md {AGAIN}")

    def test_sources_keep_to_it(self):
        self.assertEqual([f"{path.relative_to(ROOT)}:{line}: {text}" for path, line, text in check_includes.check(ROOT)],
                         [])

    def test_arrows_left_out_follow_from_others(self):
        edges = draw_modules.reduce(self.modules)
        reached = {name: set() for name in self.modules}
        for high, low in sorted(edges, key=lambda edge: list(self.modules).index(edge[0])):
            reached[high] |= {low} | reached[low]
        for module in self.modules.values():
            self.assertLessEqual(set(module.includes), reached[module.name])


def broken_hops(page, text_of):
    """Returns the errors in the call chains: a file without its function, or a function that does not call the next one."""
    section = page.partition("## Call chains\n")[2].partition("\n## ")[0]
    for table in re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE):
        rows = [[re.findall(r"`([^`]+)`", cell)[0] for cell in row.split("|")[1:3]] for row in table.splitlines()[2:]]
        hops = [(file, function.split("::")[-1]) for file, function in rows]
        for i, (file, function) in enumerate(hops):
            for name in (function, hops[i + 1][1]) if i + 1 < len(hops) else (function,):
                if not re.search(rf"\b{name}\(", text_of(file)):
                    yield f"{file}: no {name}("


class CallChains(unittest.TestCase):
    def test_every_file_has_its_function_and_calls_the_next(self):
        page = (ROOT / "docs" / "internals" / "architecture.md").read_text(encoding="utf-8")
        self.assertEqual(page.count("| file | function |"), 6)
        self.assertEqual(list(broken_hops(page, lambda file: (ROOT / file).read_text(encoding="utf-8"))), [])

    def test_catches(self):
        page = "## Call chains\n\n| file | function | x |\n| --- | --- | --- |\n| `a.cc` | `f` | |\n| way, to `b.cc` | `N::g` | |\n\n## Next\n"
        self.assertEqual(list(broken_hops(page, {"a.cc": "f() { g(); }", "b.cc": "void N::g()"}.get)), [])
        self.assertEqual(list(broken_hops(page, {"a.cc": "f() { }", "b.cc": "void h()"}.get)), ["a.cc: no g(", "b.cc: no g("])


class Folders(unittest.TestCase):
    def folders(self, module):
        return sorted(f"{module}/{one.name}" for one in (ROOT / "src" / module).iterdir() if one.is_dir() and any(one.iterdir()))

    def test_table(self):
        page = (ROOT / "docs" / "internals" / "architecture.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| `src/(\w+)` \| (`.*) \|$", page.split("| module | folders |")[1].split("\n\n")[0], re.M)
        self.assertEqual(sorted(name for name, _ in rows), sorted(
            name for name in module_list.read_modules(ROOT) if len(self.folders(name)) > 1))
        for name, cell in rows:
            folders = [f"{name}/{one}" for one in re.findall(r"`(\w+)`", cell)]
            self.assertEqual(sorted(folders), self.folders(name))
            for folder, included in check_includes.folder_includes(ROOT, name).items():
                for other in included & set(folders):
                    self.assertIn(folder, folders, f"a file of {name} itself includes {other}")
                    self.assertLess(folders.index(other), folders.index(folder), f"{folder} includes {other}")


class CheckIncludes(unittest.TestCase):
    """Messages for a tree of two modules."""

    def check(self, listed, **sources):
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for name, text in {"high": '#include "low/a.h"\n', "low": "", **sources}.items():
                if text is not None:
                    (root / "src" / name).mkdir(parents=True)
                    (root / "src" / name / "a.h").write_text(text)
            (root / "src" / "modules.txt").write_text(listed)
            return "\n".join(f"{path.relative_to(root)}:{line}: {text}" for path, line, text in check_includes.check(root))

    GOOD = "low: # l\nhigh: low # h\n"

    def test_good(self):
        self.assertEqual(self.check(self.GOOD), "")

    def test_include_that_is_not_permitted(self):
        self.assertEqual(self.check(self.GOOD, low='\n#include "high/a.h"\n'), "src/low/a.h:2: low must not include high/a.h")
        self.assertEqual(self.check(self.GOOD, low="#include <nlohmann/json.hpp>"),
                         "src/low/a.h:1: low must not include nlohmann/json.hpp")

    def test_programs_share_code_below_them(self):
        self.assertEqual(self.check(self.GOOD, **{"../tools/cli": '#include "cli/b.h"\n#include "koord.h"\n#include <CLI/CLI.hpp>\n'}), "")
        self.assertEqual(self.check(self.GOOD, **{"../tools/cli": '#include "command/b.h"\n'}),
                         "tools/cli/a.h:1: tools/cli must not include command/b.h of a program")

    def test_unused_permission(self):
        self.assertEqual(self.check(self.GOOD, high=""), "src/modules.txt:2: high includes nothing of low")
        self.assertEqual(self.check("low: + PkgConfig::HWLOC # l\nhigh: low # h\n"),
                         "src/modules.txt:1: low includes nothing of PkgConfig::HWLOC")

    def test_directory_that_is_not_listed(self):
        self.assertEqual(self.check(self.GOOD, new=""), "src/new:1: module new is not in src/modules.txt")

    def test_listed_module_that_is_not_there(self):
        self.assertEqual(self.check(self.GOOD + "gone: # g\n"), "src/modules.txt:3: there is no module gone")
        self.assertIn("high includes gone, which is not listed", self.check("low: # l\nhigh: low gone # h\n"))

    def test_cycle(self):
        told = self.check("low: high # l\nhigh: low # h\n", low='#include "high/a.h"\n')
        self.assertEqual(told, "src/modules.txt:1: low includes high, which does not stand above it")

    def test_folders_of_a_module_that_include_each_other(self):
        one_way = {"low/x": '#include "low/y/a.h"\n', "low/y": ""}
        self.assertEqual(self.check(self.GOOD, **one_way), "")
        told = self.check(self.GOOD, **{**one_way, "low/y": '#include "low/x/a.h"\n'})
        self.assertIn("src/low:1: folders include each other: low/", told)

    def test_malformed_line(self):
        for line in ("low", "low: high", "low # x", "low: a, b # x"):
            with self.subTest(line=line), self.assertRaisesRegex(ValueError, re.escape("src/modules.txt:1")):
                self.check(line + "\n")
        with self.assertRaisesRegex(ValueError, "listed twice"):
            self.check("low: # l\nlow: # l\n")


if __name__ == "__main__":
    unittest.main()
