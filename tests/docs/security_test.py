"""docs/internals/security.md names a test for each attack, and each of these tests exists."""
import glob
import os
import re
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TEST = re.compile(r"`([^`]+)`")


def read(pattern):
    text = []
    for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as opened:
            text.append(opened.read())
    return "\n".join(text)


def tests_there_are():
    """Returns every test by its name on the page: of gtest, Go, Python, CTest and fuzzers."""
    found = {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", read("tests/**/*.cc"), re.M)}
    for text in map(read, ("bindings/go/**/*_test.go", "kubernetes/**/*_test.go")):
        found |= set(re.findall(r"^func (Test\w+)\(t \*testing\.T\)", text, re.M))
    for text in map(read, ("tests/**/*_test.py",)):
        found |= set(re.findall(r"^    def (test_\w+)\(self", text, re.M))
        found |= {f"{case}.{name}" for case, body in re.findall(r"^class (\w+)\(.*?\):\n(.*?)(?=^\S|\Z)", text, re.M | re.S)
                  for name in re.findall(r"^    def (test_\w+)\(self", body, re.M)}
    cmake = read("tests/**/tests.cmake")
    found |= set(re.findall(r"(?:add_test\(NAME|koord_kernel_test\(|koord_slow_test\()\s*([\w.]+)", cmake))
    return found | {os.path.basename(path)[:-3] for path in glob.glob(os.path.join(ROOT, "fuzz", "*_fuzz.cc"))}


def rows(text):
    """Yields the attacks and the tests named for them."""
    for line in re.findall(r"^\| (.*) \|$", text, re.M):
        cells = line.split(" | ")
        if len(cells) == 3 and not cells[0].startswith("---") and cells[2] != "shown by":
            yield cells[0], TEST.findall(cells[2])


def problems(text, known):
    out = []
    for tried, tests in rows(text):
        out += [] if tests else [f"{tried}: no test"]
        out += [f"{tried}: there is no test {name}" for name in tests if name not in known]
    return out


class Security(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.known = tests_there_are()

    def test_page(self):
        text = read("docs/internals/security.md")
        self.assertGreater(len(list(rows(text))), 30)
        self.assertEqual(problems(text, self.known), [])

    def test_catches(self):
        good = "| to forge it | refused | `Hook.BadInputIsNamed`, `TestRestart`, `test_catches`, `Security.test_page`, `host.containers`, `pod_fuzz` |\n"
        self.assertEqual(problems(good, self.known), [])
        for name in ("Hook.BadInputIsNamedd", "TestRestar", "test_catch", "Hook.test_page", "host.container", "pod_fuz", "BadInputIsNamed"):
            with self.subTest(name):
                self.assertEqual(problems(f"| x | y | `{name}` |\n", self.known), [f"x: there is no test {name}"])
        self.assertEqual(problems("| x | y | by looking at it |\n", self.known), ["x: no test"])


if __name__ == "__main__":
    unittest.main()
