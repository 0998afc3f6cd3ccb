"""Every name in README.md, docs/ or a comment exists: functions, types, constants, files and options.

Text in backquotes on a page is checked word by word: each must be a word of the tree outside of its pages and comments. A page
that still mentions a renamed function is thus found. Words of others (Kubernetes, kubelet, the system) need no entry if the tree
uses them, too; the rest are in foreign_words.txt beside this file.
"""
import fnmatch
import functools
import glob
import os
import re
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SKIPPED = {"build", "dist", "out", "docs", "tests/docs"}
# Data files: names in their contents do not count for the tree.
DATA = ("fuzz/corpus/", "tests/data/")
C_LIKE = (".h", ".cc", ".c", ".go", ".java", ".i")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S)
WORD = re.compile(r"(?<![\w-])[A-Za-z_][\w-]*\w")  # cpus-gone is one
OURS = re.compile(r"(?<!\w)(?:koord|KOORD)_\w*")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
FILE = re.compile(r"(?<![\w/.*<>-])(?:[\w.*-]+/)*[\w*][\w.*-]*\.(?:h|cc|c|py|sh|go|java|i|cmake|md|map|suppr|json|in|yaml)(?!\w)")
PROGRAMS = {"koordctl": "tools/koordctl/", "koord-oci-hook": "tools/oci-hook/", "koord-runtime": "tools/oci-runtime/",
            "koord-conformance": "tools/koord-conformance/",
            "day_of_pods": "tests/guest/", "guest.py": "tests/guest/guest.py"}
QUALIFIED = re.compile(r"([A-Za-z_]\w*)::(~?[A-Za-z_]\w*)(?!\w|::)")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as opened:
        return opened.read()


def without_define(text):
    """Replaces the -D of options: cmake -DKOORD_TOOLS=OFF sets KOORD_TOOLS."""
    return re.sub(r"(?<![\w-])-D(?=[A-Z])", " ", text)


def split_comments(text):
    """Separates code from comments."""
    comments = []

    def replace(match):
        if match.group(0)[0] in "\"'":
            return match.group(0)
        comments.append(match.group(0))
        return " "

    return COMMENT.sub(replace, text), "\n".join(comments)


def pages():
    found = glob.glob(os.path.join(ROOT, "*.md")) + glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True)
    for top in ("bindings", "kubernetes"):
        found += glob.glob(os.path.join(ROOT, top, "**", "*.md"), recursive=True)
    return sorted(os.path.relpath(page, ROOT) for page in found)


def text_of(page):
    text = without_define(read(page))
    if page == "CHANGELOG.md":  # released names may be gone by now
        text = "".join(re.split(r"^(?=## )", text, flags=re.M)[:2])
    return text


def spans(text):
    """Returns texts in backquotes outside of code blocks."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    return [" ".join(span.split()) for span in re.findall(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)", text)]


def commands(text):
    """Returns the lines in code blocks that call one of our programs."""
    return [line for line in re.findall(r"^(?:    |\$ )?(.*)$", text, flags=re.M) if program_of(line)]


def program_of(line):
    """Returns the source folder of the program that a line calls."""
    for name, place in PROGRAMS.items():
        if re.match(rf"(?:\S*/)?{name}(?!\S)", line):
            return place
    script = re.match(r"tools/dev/\S+\.(?:sh|py)", line)
    return script.group(0) if script else None


class Tree:
    """All names of the tree."""

    def __init__(self):
        self.files, self.code, self.comments = [], {}, {}
        for folder, folders, names in os.walk(ROOT):
            place = os.path.relpath(folder, ROOT)
            path = lambda name: os.path.normpath(os.path.join(place, name))
            folders[:] = [name for name in folders if path(name) not in SKIPPED and not re.match(r"__pycache__|\.(?!ci$)", name)]
            for name in names:
                self.add(path(name))
        self.words = functools.reduce(set.union, map(set, map(WORD.findall, self.code.values())), set())
        self.options = {path: set(OPTION.findall(code)) for path, code in self.code.items()}
        # A file may also be named without its extension, as programs are.
        for path in self.files:
            self.words.update(WORD.findall(path))
            self.words.update(WORD.findall(path.replace(".", "/")))
        with open(os.path.join(HERE, "foreign_words.txt"), encoding="utf-8") as opened:
            lines = [line.partition("#")[0].strip() for line in opened]
        self.foreign = {line: 0 for line in lines if line}

    def add(self, path):
        self.files.append(path)
        if path.endswith(".md") or path.startswith(DATA):
            return
        text = without_define(read(path))
        self.code[path] = text
        if path.endswith(C_LIKE):
            self.code[path], self.comments[path] = split_comments(text)

    def is_foreign(self, name):
        if name not in self.foreign:
            return False
        self.foreign[name] += 1
        return True

    def has_word(self, word):
        """`_free` and `KOORD_SCOPE_` stand for all names with this end or beginning."""
        if word in self.words:
            return True
        if word.startswith("_") and any(known.endswith(word) for known in self.words):
            return True
        return word.endswith("_") and any(known.startswith(word) for known in self.words)

    def has_option(self, option, place):
        """Checks the options of the program, or of any program if none is named. CLI11 and argparse add --help."""
        return option == "--help" or any(option in options for path, options in self.options.items() if path.startswith(place))

    def has_file(self, name):
        pattern = re.sub(r"<\w+>", "*", name).lstrip("./")
        if any(fnmatch.fnmatch("/" + path, "*/" + pattern) for path in self.files):
            return True
        return any(pattern in code for code in self.code.values())  # created at run time

    def has_qualified(self, holder, member):
        """Checks that some file has both a class and its member, or a namespace and its member."""
        return any(re.search(rf"\b{holder}\b", code) and re.search(rf"{re.escape(member)}\b", code)
                   for code in self.code.values())


def unknown(tree, text):
    """Returns the names on a page that are not in the tree."""
    found = []
    for span in spans(text):
        # Files of the system, addresses, and placeholders: A, N, ....
        if re.match(r"[/~]|https?:", span):
            continue
        for name in FILE.findall(span):
            if not tree.has_file(name) and not tree.is_foreign(name):
                found.append(name)
        for holder, member in QUALIFIED.findall(span):
            if not tree.has_qualified(holder, member) and not tree.is_foreign(f"{holder}::{member}"):
                found.append(f"{holder}::{member}")
        for word in WORD.findall(span):
            if not tree.has_word(word) and not tree.is_foreign(word):
                found.append(word)
    for line in spans(text) + commands(text):
        place = program_of(line) or ""
        found += [option for option in OPTION.findall(re.split(r" [|>] ", line)[0])
                  if not tree.has_option(option, place) and not tree.is_foreign(option)]
    found += [name for name in OURS.findall(text) if not tree.has_word(name) and not tree.is_foreign(name)]
    return sorted(set(found))


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = Tree()
        cls.found = {page: unknown(cls.tree, text_of(page)) for page in pages()}

    def test_pages(self):
        self.assertGreater(len(self.found), 30)
        for page, names in self.found.items():
            with self.subTest(page=page):
                self.assertEqual(names, [], "nothing outside of the pages has these names")

    def test_foreign_words_are_used(self):
        """An exception that no page needs would hide errors."""
        self.assertEqual([name for name, uses in self.tree.foreign.items() if not uses], [])

    def test_comments(self):
        """Names koord_... and KOORD_... in comments exist."""
        names = 0
        for path, comments in self.tree.comments.items():
            for name in OURS.findall(comments):
                names += 1
                with self.subTest(file=path, name=name):
                    self.assertTrue(self.tree.has_word(name), f"{path}: no {name}")
        self.assertGreater(names, 300)

    def test_header(self):
        """Comments of the public headers name only their declarations."""
        headers = sorted(path for path in self.tree.code if re.match(r"include/koord(/\w+)*\.h$", path))
        code = "\n".join(self.tree.code[path] for path in headers)
        comments = "\n".join(self.tree.comments[path] for path in headers)
        declared = set(WORD.findall(code))
        for name in sorted(set(OURS.findall(comments))):
            with self.subTest(name=name):
                self.assertTrue(name in declared or name.endswith("_") and any(d.startswith(name) for d in declared))
        for span in spans(comments):
            for word in WORD.findall(span):
                with self.subTest(name=word):
                    self.assertTrue(self.tree.has_word(word))

    def test_catches(self):
        """Unknown names of each kind are found, and known ones are not reported."""
        made_up = ("take_quietest", "TakeQuietest", "src/device/quietest.h", "quietest_test.cc", "--quietest-first",
                   "Take::take_quietest", "koord_quietest_pick", "KOORD_PICK_QUIETEST", "_quietest", "KOORD_QUIETEST_", "cpus-quietest")
        for name in made_up:
            with self.subTest(name=name):
                self.assertTrue(unknown(self.tree, f"The page tells of `{name}`."))
        self.assertEqual(unknown(self.tree, "koord_quietest_pick, without quotes"), ["koord_quietest_pick"])
        self.assertEqual(unknown(self.tree, "    koordctl topology --quietest-first\n"), ["--quietest-first"])
        self.assertEqual(unknown(self.tree, "`koord-oci-hook --without-state=leave`"), [])
        self.assertEqual(unknown(self.tree, "`koordctl topology --without-state=leave`"), ["--without-state"])
        self.assertEqual(unknown(self.tree, "`koord_cpu_pick`, `KOORD_PICK_REQUIRED`, `KOORD_PICK_`, `koord.h`, `--from`, `_free`,"
                                 " `src/capi/boundary/guard.h`, `Take::take`, `tests/abi/*pins.c`"), [])


if __name__ == "__main__":
    unittest.main()
