"""Headings of pages name a topic: none is a question or begins like one."""
import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
QUESTION = re.compile(r"(?:What(?!-if)|Who|Whose|Where|Whether|When|Which|Why|How|Of|Those)\b|.*\?$")


def headings(text):
    """Yields the headings outside of code blocks."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    yield from re.findall(r"^#+ +(?:\d+\. )?(.+?)\s*$", text, flags=re.M)


class Headings(unittest.TestCase):
    def test_pages(self):
        pages = glob.glob(os.path.join(ROOT, "*.md"))
        for top in ("docs", "bindings", "kubernetes", "src", "tools"):
            pages += glob.glob(os.path.join(ROOT, top, "**", "*.md"), recursive=True)
        count, questions = 0, []
        for page in sorted(pages):
            with open(page, encoding="utf-8") as opened:
                for heading in headings(opened.read()):
                    count += 1
                    if QUESTION.match(heading):
                        questions.append(f"{os.path.relpath(page, ROOT)}: {heading}")
        self.assertGreater(count, 300)
        self.assertEqual(questions, [])

    def test_catches(self):
        text = "# What it does\n\n## 1. Is it ready?\n\n### Whose CPUs\n\n```\n# Why not\n```\n\n## What-if queries\n\n## Install\n"
        self.assertEqual([QUESTION.match(heading) is not None for heading in headings(text)], [True, True, True, False, False])


if __name__ == "__main__":
    unittest.main()
