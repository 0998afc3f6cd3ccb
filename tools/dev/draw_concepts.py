#!/usr/bin/env python3
"""draw_concepts.py KOORDCTL: draws the pictures of docs/concepts by the commands on its pages. Test: docs.concepts."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.path.abspath(__file__)).parents[2]
PICTURES = pathlib.Path("docs/concepts/pictures")
COMMAND = re.compile(r"^    (\S(?:.*\\\n)*.*)", re.M)
WRITTEN = re.compile(rf"(?<={PICTURES.as_posix()}/)[\w-]+\.svg")


def pages():
    return sorted((ROOT / "docs" / "concepts").glob("*.md"))


def commands(page):
    """Yields the commands of a page that write a picture, with its name."""
    for command in COMMAND.findall(page.read_text(encoding="utf-8")):
        names = WRITTEN.findall(command)
        if names:
            yield re.sub(r"\\\n *", "", command), names[0]


def environment(koordctl):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HWLOC_")}
    return {**kept, "PATH": os.path.dirname(os.path.abspath(koordctl)) + os.pathsep + os.environ["PATH"]}


def draw(koordctl):
    """Returns the pictures by name. They are written to a temporary folder."""
    drawn = {}
    with tempfile.TemporaryDirectory() as folder:
        for page in pages():
            for command, name in commands(page):
                if name in drawn:
                    raise ValueError(f"{page.name}: two commands draw {name}")
                path = pathlib.Path(folder, name)
                subprocess.run(["bash", "-c", command.replace(f"{PICTURES.as_posix()}/{name}", str(path))], cwd=ROOT,
                               env=environment(koordctl), check=True, stdout=subprocess.DEVNULL)
                drawn[name] = path.read_text(encoding="utf-8")
    return drawn


def main(koordctl):
    folder = ROOT / PICTURES
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for name, picture in draw(koordctl).items():
        (folder / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
