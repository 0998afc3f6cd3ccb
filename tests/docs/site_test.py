"""The site's navigation has each page exactly once, and its marks in pages are complete. Needs no network and no package."""
import collections
import importlib.util
import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(os.path.abspath(__file__)).parents[2]
SITE = ROOT / "tools" / "site"
sys.path.insert(0, str(SITE))
import build  # noqa: E402
import hooks  # noqa: E402
import notebooks  # noqa: E402
import references  # noqa: E402

# Pages outside of docs/ that the site has.
MORE = {"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "examples/README.md"}
LISTED = re.compile(r"^ *- (?:[^:\n]+: )?([\w/.-]+\.(?:md|ipynb))$", re.M)
TABS = re.compile(r"^<!-- (tabs|end tabs) -->$|^(#+) ", re.M)


def listed(text):
    return LISTED.findall(text.partition("\nnav:\n")[2])


def problems(names, pages):
    count = collections.Counter(names)
    yield from (f"{page}: not in the navigation" for page in sorted(pages - set(names)))
    yield from (f"{name}: no such page" for name in sorted(set(names) - pages))
    yield from (f"{name}: {times} times" for name, times in sorted(count.items()) if times > 1)


def broken_tabs(text):
    """Returns the first mark that is out of place: tabs are closed, begin with a heading, and have headings of one level."""
    level, inside = None, False
    for match in TABS.finditer(re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)):
        mark, heading = match.groups()
        if mark == "tabs":
            if inside or not re.match(r"\n\n#", match.string[match.end():]):
                return "<!-- tabs --> is followed by a heading"
            inside, level = True, None
        elif mark:
            if not inside:
                return "<!-- end tabs --> ends nothing"
            inside = False
        elif inside:
            level = level or heading
            if heading != level:
                return "the headings of tabs have one level"
    return "<!-- end tabs --> is missing" if inside else None


class Site(unittest.TestCase):
    def test_navigation(self):
        pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*") if path.suffix in (".md", ".ipynb")} | MORE
        # build.py lists the generated pages of the C calls.
        pages = {page for page in pages if not page.startswith("docs/reference/calls/")}
        names = listed((SITE / "mkdocs.yml").read_text(encoding="utf-8"))
        self.assertGreater(len(names), 50)
        self.assertEqual(list(problems(names, pages)), [])

    def test_tabs(self):
        for page in sorted((ROOT / "docs").rglob("*.md")):
            with self.subTest(page=page.relative_to(ROOT)):
                self.assertIsNone(broken_tabs(page.read_text(encoding="utf-8")))

    def test_catches(self):
        names = listed("x:\n  - no.md\nnav:\n  - Home: README.md\n  - Part:\n      - a/index.md\n      - A: b.md\n      - B: b.md\n")
        self.assertEqual(list(problems(names, {"README.md", "b.md", "c.md"})), [
            "c.md: not in the navigation", "a/index.md: no such page", "b.md: 2 times"])
        self.assertIsNone(broken_tabs("<!-- tabs -->\n\n### A\n\nx\n\n### B\n\n<!-- end tabs -->\n\n## C\n"))
        for text in ("<!-- tabs -->\n\nx\n\n### A\n<!-- end tabs -->\n", "<!-- end tabs -->\n", "<!-- tabs -->\n\n### A\n",
                     "<!-- tabs -->\n\n### A\n\n## B\n\n<!-- end tabs -->\n"):
            self.assertIsNotNone(broken_tabs(text), text)

    def test_tabs_of_the_site(self):
        text = "A\n\n<!-- tabs -->\n\n### Debian 12\n\n    apt-get\n\nText.\n\n### Arch\n\n    pacman\n\n<!-- end tabs -->\n\nB\n"
        self.assertEqual(hooks.with_tabs(text), 'A\n\n=== "Debian 12"\n\n        apt-get\n\n    Text.\n\n=== "Arch"\n\n        pacman\n\n\nB\n')

    def test_other_hosts(self):
        for text in ('<script src="https://x.org/a.js">', "<link rel=stylesheet href=//x.org/a.css>", "<img alt=a src='http://x.org/a.png'>",
                     '@import "https://x.org/a.css";', "a { background: url(https://x.org/a.png) }"):
            self.assertEqual(len(build.loaded_from_others(text)), 1, text)
        for text in ('<a href="https://x.org">', '<script src="assets/a.js">', '<svg xmlns="http://www.w3.org/2000/svg">', "url(a.png)"):
            self.assertEqual(build.loaded_from_others(text), [], text)

    def test_pages_of_notebooks(self):
        text = "# A\n\n![svg](a_files/a_1.svg)\n![svg](b.svg)\n<style scoped>\n x\n</style>\n<table border=\"1\" class=\"dataframe\">\n"
        made = notebooks.page(text, {"a_files/a_1.svg": "2 [pods]"}, "a.ipynb")
        self.assertRegex(made, '^# A\n\n<p><a href="a.ipynb" download>')
        self.assertIn("\n![2 pods](a_files/a_1.svg)\n![svg](b.svg)\n<table>\n", made)
        self.assertEqual(notebooks.linked_pages("[a](../b/c.ipynb), [d](e.ipynb#f), `g.ipynb`"), "[a](../b/c.md), [d](e.md#f), `g.ipynb`")

    def test_pictures_of_notebooks_are_light_and_dark(self):
        chart, title = notebooks.picture('<?xml version="1.0"?><svg width="1">x</svg>')
        self.assertEqual((chart, title), (f'<?xml version="1.0"?><svg width="1">{notebooks.DARK}x</svg>', "Chart"))
        drawing = "<svg><title>1 &lt; 2</title><style>@media (prefers-color-scheme:dark){}</style></svg>"
        self.assertEqual(notebooks.picture(drawing), (drawing, "1 < 2"))

    if importlib.util.find_spec("nbconvert"):  # make site has it
        def test_notebooks(self):
            import tempfile

            for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb")):
                with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                    out = pathlib.Path(folder)
                    notebooks.write(path, out)
                    made = out.joinpath(path.stem + ".md").read_text(encoding="utf-8")
                    shown = re.findall(r"!\[([^]]+)\]\(([^)]+)\)", made)
                    self.assertGreaterEqual(len(shown), 3)
                    for title, name in shown:
                        self.assertNotIn(title, ("svg", "png"))
                        self.assertIn("prefers-color-scheme", out.joinpath(name).read_text(encoding="utf-8"))
                    self.assertIn("<table>", made)

    if importlib.util.find_spec("markdown_it"):  # make site has it
        def test_lists(self):
            for text, wide in (("1. A\n\n       code\n2. B\n", "1. A\n\n        code\n2. B\n"),
                               ("Text:\n- A\n  more\n  - B\n    more\n", "Text:\n\n- A\n    more\n    - B\n        more\n"),
                               ("- A\n\n  ```\n  code\n  ```\n\nText\n", "- A\n\n    ```\n    code\n    ```\n\nText\n")):
                self.assertEqual(hooks.with_wide_lists(text), wide)

    def test_go_pages(self):
        text = ("package p // import \"x/p\"\n\nPackage p has *things*.\n\nFUNCTIONS\n\nfunc F(a int) error\n    F does a_b.\n\n"
                "TYPES\n\ntype T struct {\n\tA int\n}\n    T is one.\n\nfunc (t *T) Do()\n    Do:\n\n        code\n")
        page = references.go_page("Go: p", text)
        for part in ("# Go: p\n", "Package p has \\*things\\*.", "## Functions\n", "### F\n\n```go\nfunc F(a int) error\n```\n", "F does a\\_b.",
                     "### T\n\n```go\ntype T struct {\n\tA int\n}\n```\n\nT is one.", "### T.Do\n", "\n    code\n"):
            self.assertIn(part, page)


if __name__ == "__main__":
    unittest.main()
