"""The pictures of docs/concepts are those that its commands draw now, and its console blocks show what is printed.

KOORDCTL is the path of koordctl.
"""
import os
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(os.path.abspath(__file__)).parents[2]
sys.path.insert(0, str(ROOT / "tools" / "dev"))
import draw_concepts  # noqa: E402

KOORDCTL = os.environ["KOORDCTL"]


class Concepts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.drawn = draw_concepts.draw(KOORDCTL)

    def test_pictures(self):
        kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / draw_concepts.PICTURES).iterdir()}
        self.assertEqual(sorted(self.drawn), sorted(kept))
        self.assertGreater(len(kept), 10)
        for name, picture in self.drawn.items():
            self.assertTrue(picture == kept[name], f"{name} differs; tools/dev/draw_concepts.py draws it again")
            xml.etree.ElementTree.fromstring(picture)

    def test_pictures_show_the_new_pod(self):
        """A picture that a caption calls After has the pod new."""
        for page in draw_concepts.pages():
            for caption, name in re.findall(r"^!\[(.+?)\]\(pictures/(.+?)\)$", page.read_text(encoding="utf-8"), re.M):
                with self.subTest(name):
                    self.assertEqual(">new<" in self.drawn[name], not caption.startswith("Before"))

    def test_every_picture_is_shown(self):
        shown = {name for page in draw_concepts.pages() for name in re.findall(r"\(pictures/(.+?)\)", page.read_text(encoding="utf-8"))}
        self.assertEqual(shown, set(self.drawn))

    def test_console(self):
        count = 0
        for page in draw_concepts.pages():
            for block in re.findall(r"^```console\n(.*?)^```$", page.read_text(encoding="utf-8"), re.S | re.M):
                for part in re.split(r"(?m)^\$ ", block)[1:]:
                    command, _, shown = part.partition("\n")
                    count += 1
                    with self.subTest(command):
                        done = subprocess.run(["bash", "-c", "{ " + command + "; } 2>&1"], cwd=ROOT, capture_output=True, text=True,
                                              env=draw_concepts.environment(KOORDCTL))
                        self.assertEqual(done.stdout.rstrip("\n"), shown.rstrip("\n"))
        self.assertGreaterEqual(count, 4)


if __name__ == "__main__":
    unittest.main()
