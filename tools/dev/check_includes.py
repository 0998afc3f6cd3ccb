#!/usr/bin/env python3
"""Checks that src/ includes exactly what src/modules.txt permits, that folders of a module do not
include each other in cycles, that only the boundary includes koord.h, that headers and integers
follow one style, and that files stay small.

Tools and bindings use koord.h only. koord-conformance is a test program, which also replays
recorded results against code below koord.h.
"""

import graphlib
import pathlib
import re
import sys

import modules as module_list

# Libraries in src/modules.txt by the first component of included paths.
LIBRARIES = {"hwloc.h": "PkgConfig::HWLOC", "hwloc": "PkgConfig::HWLOC", "nlohmann": "koord_json"}
# Headers that introduce a locale, global streams or unbounded regular expressions into the library.
FORBIDDEN = {"iostream", "locale", "clocale", "locale.h", "regex", "fstream", "sstream", "thread"}
MAX_LINES = 500

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def includes(path, opening='<"'):
    """Yields the number and the header of each include. `opening` selects those in <> or in quotes."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match and match.group(1) in opening:
            yield number, match.group(2)


def sources(directory):
    return sorted(p for p in directory.rglob("*") if p.suffix in {".h", ".cc", ".c"})


def check_list(root, modules):
    """Checks the list by itself, and that it names exactly the existing directories."""
    for line, text in module_list.order_problems(modules):
        yield root / "src" / "modules.txt", line, text
    there = {path.relative_to(root / "src").parts[0] for path in sources(root / "src")}
    for name in sorted(there - modules.keys()):
        yield root / "src" / name, 1, f"module {name} is not in src/modules.txt"
    for name in sorted(modules.keys() - there):
        yield root / "src" / "modules.txt", modules[name].line, f"there is no module {name}"


def check_modules(root, modules):
    """Checks every include against the list, and the list against the includes."""
    used = {name: set() for name in modules}
    for path in sources(root / "src"):
        name = path.relative_to(root / "src").parts[0]
        if name not in modules:
            continue
        for number, header in includes(path):
            first = header.split("/")[0]
            if first in modules and "/" in header and first != name:
                used[name].add(first)
                if first not in modules[name].includes:
                    yield path, number, f"{name} must not include {header}"
            if first in LIBRARIES:
                used[name].add(LIBRARIES[first])
                if LIBRARIES[first] not in modules[name].libraries:
                    yield path, number, f"{name} must not include {header}"
            if header.split("/")[0] in ("koord", "koord.h") and name != "capi":
                yield path, number, "only capi sees koord.h"
            if header in FORBIDDEN:
                yield path, number, f"<{header}> has no place in the library"
    for name, module in modules.items():
        for other in (*module.includes, *module.libraries):
            if other not in used[name]:
                yield root / "src" / "modules.txt", module.line, f"{name} includes nothing of {other}"


def folder_includes(root, module):
    """Returns the includes between folders of a module."""
    found = {}
    for path in sources(root / "src" / module):
        folder = path.parent.relative_to(root / "src").as_posix()
        others = {header.rpartition("/")[0] for _, header in includes(path)}
        found.setdefault(folder, set()).update(one for one in others - {folder} if one.split("/")[0] == module)
    return found


def check_folders(root, modules):
    """Checks that folders of a module depend on each other without cycles."""
    for name in modules:
        try:
            graphlib.TopologicalSorter(folder_includes(root, name)).prepare()
        except graphlib.CycleError as cycle:
            yield root / "src" / name, 1, "folders include each other: " + ", ".join(cycle.args[1])


QUALIFIED = re.compile(r"\bstd::(size_t|u?int(8|16|32|64)_t)\b")


def check_style(path, lines):
    """Checks rules that clang-format does not cover. C headers and public headers have their own
    include guards.
    """
    if path.suffix == ".h" and any(line.startswith("namespace ") for line in lines) and "#pragma once" not in lines:
        yield path, 1, "#pragma once is missing"
    for number, line in enumerate(lines, 1):
        if match := QUALIFIED.search(line):
            yield path, number, f"write {match.group(1)} without std::"


def check_programs(root, modules):
    """Checks that programs include koord.h only, and that tools/cli, which they share, includes no program."""
    for path in sources(root / "tools"):
        if "koord-conformance" in path.parts:
            continue
        for number, name in includes(path):
            if "/" in name and name.split("/")[0] in modules:
                yield path, number, f"tools use koord.h only, not {name}"
    for path in sources(root / "tools" / "cli"):
        for number, name in includes(path, '"'):
            if not name.startswith(("cli/", "koord")):
                yield path, number, f"tools/cli must not include {name} of a program"


def check(root):
    modules = module_list.read_modules(root)
    yield from check_list(root, modules)
    yield from check_modules(root, modules)
    yield from check_folders(root, modules)
    yield from check_programs(root, modules)
    for directory in ("src", "include", "tools", "tests", "bench", "fuzz"):
        for path in sources(root / directory):
            lines = path.read_text(encoding="utf-8").splitlines()
            if directory != "include":
                yield from check_style(path, lines)
            if len(lines) > MAX_LINES and "Code generated" not in lines[0]:
                yield path, len(lines), f"{len(lines)} lines, at most {MAX_LINES}"


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    try:
        problems = list(check(root))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    for path, number, text in problems:
        print(f"{path.relative_to(root)}:{number}: {text}", file=sys.stderr)
    print(f"check_includes: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
