"""Every page, file and heading named in README.md, docs/, koord.h or a comment exists."""
import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = ("include", "src", "tools", "tests", "fuzz", "bench", "examples", "cmake", "packaging")
PATH = re.compile(r"(?<![\w/.-])(?:%s|docs)/[\w./*+-]*\w" % "|".join(SOURCES))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)", re.S)


def files(pattern):
    return sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))


def pages():
    return files("*.md") + [page for top in ("docs", "bindings", "kubernetes", *SOURCES) for page in files(f"{top}/**/*.md")]


def read(file):
    with open(file, encoding="utf-8") as opened:
        return opened.read()


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)


def anchors(page):
    """Returns GitHub's names for the headings of a page."""
    headings = re.findall(r"^#+ +(.+?)\s*$", without_code(read(page)), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Links(unittest.TestCase):
    def check(self, file, target):
        path, _, anchor = target.partition("#")
        place = os.path.normpath(os.path.join(os.path.dirname(file), path)) if path else file
        self.assertTrue(os.path.exists(place), f"{os.path.relpath(file, ROOT)}: no {target}")
        if anchor:
            self.assertIn(anchor, anchors(place), f"{os.path.relpath(file, ROOT)}: no {target}")

    def test_links(self):
        found = 0
        for page in pages():
            for target in LINK.findall(without_code(read(page))):
                if re.match(r"[a-z]+:", target):
                    continue
                found += 1
                with self.subTest(page=os.path.relpath(page, ROOT), target=target):
                    self.check(page, target)
        self.assertGreater(found, 15)

    def test_paths_in_pages(self):
        """`src/capi/boundary/guard.h` in backquotes or in a command is a file of the tree, `bench/numa_bench` is the program built
        from one, and `tests/nrt/*_test.cc` matches some."""
        for page in files("*.md") + files("docs/**/*.md"):
            for path in PATH.findall(read(page)):
                with self.subTest(page=os.path.relpath(page, ROOT), path=path):
                    self.assertTrue(files(path) or files(path + ".cc"), path)

    def test_pages_named_in_sources(self):
        found = 0
        for top in SOURCES:
            for file in files(f"{top}/**/*"):
                if not re.search(r"\.(h|c|cc|cmake|txt|sh|py|in)$", file):
                    continue
                for page in re.findall(r"\bdocs/[\w/-]+\.md", read(file)):
                    found += 1
                    with self.subTest(file=os.path.relpath(file, ROOT), page=page):
                        self.assertTrue(os.path.isfile(os.path.join(ROOT, page)), page)
        self.assertGreater(found, 5)

    def test_readme_is_short(self):
        self.assertLessEqual(len(read(os.path.join(ROOT, "README.md")).splitlines()), 120)

    def test_every_page_is_two_links_away(self):
        """A reader who starts at README.md reaches every page of docs/ in two steps."""
        seen, pages_now = set(), {os.path.join(ROOT, "README.md")}
        for _ in range(3):
            seen |= pages_now
            targets = [(page, target.partition("#")[0]) for page in pages_now if page.endswith(".md")
                       for target in LINK.findall(without_code(read(page))) if not re.match(r"[a-z]+:", target)]
            found = {os.path.normpath(os.path.join(os.path.dirname(page), target)) for page, target in targets}
            pages_now = {page for page in found if os.path.isfile(page)} - seen
        self.assertEqual([page for page in files("docs/**/*.md") if page not in seen], [])


if __name__ == "__main__":
    unittest.main()
