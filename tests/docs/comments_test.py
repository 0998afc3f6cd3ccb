"""Comments begin with a noun for a type and a verb for a function, not with a question word. Exported names of the
Go modules for Kubernetes have one."""
import ast
import io
import os
import pathlib
import re
import tokenize
import unittest

ROOT = pathlib.Path(os.path.abspath(__file__)).parents[2]
AVOIDED = re.compile(r"(?:What|Who|Whose|Where|Whether|Of|As|Those|How|The same)\b")
LINE = re.compile(r"\s*//[/!]?<? ?(.*)")  # a line with only a comment
BLOCK = re.compile(r"/\*+<?\s*(?:\*\s+)?(\S[^\n]*)")  # a block comment, whose text may begin on its second line
BEHIND = re.compile(r"[^\s/\"'].*?[;,{})] +///?<? (.*)")  # a comment after code
HASH = re.compile(r"\s*#(?!!) ?(.*)")  # a line of a script with only a comment
TOPS = {
    "C++": (("src", "tools", "include"), (".h", ".cc")),
    "Go": (("bindings/go", "kubernetes"), (".go",)),
    "tests": (("tests", "bench"), (".h", ".cc", ".c")),
    "scripts": (("tests", "bench", "tools"), (".py", ".sh", ".cmake")),
}

# An exported name of a Go package at the beginning of a line, or in a group of constants or variables. Methods of
# unexported types and those of interfaces of the standard library are no part of a package's documentation.
EXPORTED = re.compile(r"(?:func (?:\(\w* ?\*?[A-Z]\w*(?:\[\w+\])?\) )?|(?:type|const|var) )(?!(?:ServeHTTP|Error|String)\()([A-Z]\w*)")
GROUPED = re.compile(r"\t([A-Z]\w*)\b[^(.]*(?:=|$)")


def first_lines(lines):
    """Yields the numbered comments of which the previous line is none: (number, text)."""
    before = None
    for number, text in lines:
        if before is None or number != before + 1:
            yield number, text
        before = number


def beginnings(text):
    """Yields the first line of each comment of C, C++ or Go, with its number."""
    for block in BLOCK.finditer(text):
        yield text.count("\n", 0, block.start()) + 1, block.group(1)
    goes_on = False
    for number, line in enumerate(text.splitlines(), 1):
        whole, behind = LINE.match(line), BEHIND.match(line.strip())
        if whole and not goes_on:
            yield number, whole.group(1)
        elif behind and not whole:
            yield number, behind.group(1)
        goes_on = bool(whole)


def beginnings_of_python(text):
    """Yields the first line of each docstring and of each comment, with its number."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            yield node.body[0].lineno, ast.get_docstring(node).splitlines()[0]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    yield from first_lines((token.start[0], token.string.lstrip("#! ")) for token in tokens if token.type == tokenize.COMMENT)


def beginnings_of_script(text):
    """Yields the first line of each comment that has lines of its own, with its number."""
    lines = ((number, HASH.match(line)) for number, line in enumerate(text.splitlines(), 1))
    yield from first_lines((number, found.group(1)) for number, found in lines if found)


READERS = {".py": beginnings_of_python, ".sh": beginnings_of_script, ".cmake": beginnings_of_script}


def undocumented(text):
    """Yields the exported names of a Go file that have no comment, with their lines."""
    before, in_group, group_has_comment = "", False, False
    for number, line in enumerate(text.splitlines(), 1):
        has_comment = before.lstrip().startswith("//") and not before.startswith("//go:")
        if re.match(r"(?:const|var|type) \($", line):
            in_group, group_has_comment = True, has_comment
        elif line == ")":
            in_group = False
        found = EXPORTED.match(line)
        if in_group and not group_has_comment and "//" not in line:
            found = GROUPED.match(line)
        if found and not has_comment:
            yield number, found.group(1)
        before = line


class Comments(unittest.TestCase):
    def check(self, tops, endings):
        files = [path for top in tops for path in sorted((ROOT / top).rglob("*")) if path.suffix in endings]
        count, avoided = 0, []
        for path in files:
            for number, text in READERS.get(path.suffix, beginnings)(path.read_text(encoding="utf-8")):
                count += 1
                if AVOIDED.match(text):
                    avoided.append(f"{path.relative_to(ROOT)}:{number}: {text}")
        self.assertGreater(count, 500)
        shown = "\n".join(avoided)
        self.assertLessEqual(len(avoided), count // 100, f"{len(avoided)} of {count} comments; at most 1 % may:\n{shown}")

    def test_cpp(self):
        self.check(*TOPS["C++"])

    def test_go(self):
        self.check(*TOPS["Go"])

    def test_exported_names_of_go(self):
        count, missing = 0, []
        for path in sorted((ROOT / "kubernetes").rglob("*.go")):
            text = path.read_text(encoding="utf-8")
            if path.name.endswith("_test.go") or "internal" in path.parts or re.search(r"^package main$", text, re.M):
                continue
            count += sum(1 for line in text.splitlines() if EXPORTED.match(line))
            missing += [f"{path.relative_to(ROOT)}:{number}: {name}" for number, name in undocumented(text)]
        self.assertGreater(count, 500)
        self.assertEqual(missing, [], "exported names without a comment")

    def test_undocumented(self):
        text = ("// A is a.\ntype A int\n\nfunc (a *A) B() {}\n\nfunc (a A) String() string {}\nfunc (c *c) D() {}\n"
                "const (\n\tE = 1\n\tF = 2 // f\n\tg = 3\n)\n\n// H.\nvar (\n\tI = 1\n)\n//go:noinline\nfunc J() {}\n")
        self.assertEqual(list(undocumented(text)), [(4, "B"), (9, "E"), (19, "J")])

    def test_tests(self):
        self.check(*TOPS["tests"])

    def test_scripts(self):
        self.check(*TOPS["scripts"])

    def test_counts(self):
        text = "// What it is.\n// Of two lines.\nint a;  // Whether b\n  /// Returns c.\nauto d = \"// How\";\n/** Where\n *  two. */ int e; /**< As b */\n/*\n * Of f. */\n"
        self.assertEqual(sorted(line for line, _ in beginnings(text)), [1, 3, 4, 6, 7, 8])
        self.assertEqual(sorted(line for line, text in beginnings(text) if AVOIDED.match(text)), [1, 3, 6, 7, 8])

    def test_counts_in_scripts(self):
        text = '#!/bin/sh\n\n# What it is.\n# Of two lines.\na="# How"\n  # Returns b.\n'
        self.assertEqual(list(beginnings_of_script(text)), [(3, "What it is."), (6, "Returns b.")])
        text = '"""What it is."""\n\n\ndef a():\n    """\n    As b.\n    """\n    return "# How"  # Whose\n\n\n# Of c,\n# Where\n'
        self.assertEqual(sorted(beginnings_of_python(text)), [(1, "What it is."), (5, "As b."), (8, "Whose"), (11, "Of c,")])


if __name__ == "__main__":
    unittest.main()
