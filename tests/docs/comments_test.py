"""Comments begin with what the thing is or does, not with a question word: a type with a noun, a function with a verb."""
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(os.path.abspath(__file__)).parents[2]
AVOIDED = re.compile(r"(?:What|Who|Whose|Where|Whether|Of|As|Those|How|The same)\b")
LINE = re.compile(r"\s*//[/!]?<? ?(.*)")  # a line that is a comment
BLOCK = re.compile(r"/\*+<?\s*(?:\*\s+)?(\S[^\n]*)")  # a block, whose text may begin on its second line
BEHIND = re.compile(r"[^\s/\"'].*?[;,{})] +///?<? (.*)")  # a comment behind code
TOPS = {"C++": (("src", "tools", "include"), (".h", ".cc")), "Go": (("bindings/go", "kubernetes"), (".go",))}


def beginnings(text):
    """The first line of each comment, with its number."""
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


class Comments(unittest.TestCase):
    def check(self, tops, endings):
        files = [path for top in tops for path in sorted((ROOT / top).rglob("*")) if path.suffix in endings]
        count, avoided = 0, []
        for path in files:
            for number, text in beginnings(path.read_text(encoding="utf-8")):
                count += 1
                if AVOIDED.match(text):
                    avoided.append(f"{path.relative_to(ROOT)}:{number}: {text}")
        self.assertGreater(count, 1000)
        shown = "\n".join(avoided)
        self.assertLessEqual(len(avoided), count // 100, f"{len(avoided)} of {count} comments; at most 1 % may:\n{shown}")

    def test_cpp(self):
        self.check(*TOPS["C++"])

    def test_go(self):
        self.check(*TOPS["Go"])

    def test_counts(self):
        text = "// What it is.\n// Of two lines.\nint a;  // Whether b\n  /// Returns c.\nauto d = \"// How\";\n/** Where\n *  two. */ int e; /**< As b */\n/*\n * Of f. */\n"
        self.assertEqual(sorted(line for line, _ in beginnings(text)), [1, 3, 4, 6, 7, 8])
        self.assertEqual(sorted(line for line, text in beginnings(text) if AVOIDED.match(text)), [1, 3, 6, 7, 8])


if __name__ == "__main__":
    unittest.main()
