#!/usr/bin/env python3
"""block.py PAGE LANGUAGE: prints the only block of a language below the heading "Quick start" of a page."""
import re
import sys


def main():
    path, language = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        section = re.search(r"^## Quick start$(.*?)(?=^## )", file.read(), re.MULTILINE | re.DOTALL)
    if section is None:
        return f"{path} has no section 'Quick start'"
    blocks = re.findall(rf"^```{re.escape(language)}\n(.*?)^```$", section.group(1), re.MULTILINE | re.DOTALL)
    if len(blocks) != 1:
        return f"{path}: expected one block of {language} in 'Quick start', found {len(blocks)}"
    sys.stdout.write(blocks[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
