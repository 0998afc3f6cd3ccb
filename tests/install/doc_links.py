#!/usr/bin/env python3
"""doc_links.py DIRECTORY: every page of an installed tree links only to installed files."""
import os
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)", re.S)


def main(directory):
    root = os.path.realpath(directory)
    broken, found = [], 0
    for at, _, names in os.walk(root):
        for name in names:
            if not name.endswith(".md"):
                continue
            page = os.path.join(at, name)
            with open(page, encoding="utf-8") as file:
                text = re.sub(r"^```.*?^```", "", file.read(), flags=re.S | re.M)
            for target in LINK.findall(text):
                path = target.partition("#")[0]
                if not path or re.match(r"[a-z]+:", target):
                    continue
                found += 1
                place = os.path.normpath(os.path.join(at, path))
                if not (place + os.sep).startswith(root + os.sep) or not os.path.exists(place):
                    broken.append(f"{os.path.relpath(page, root)}: {target} is not installed")
    print("\n".join(broken) or f"{found} links")
    return 1 if broken or found < 100 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
