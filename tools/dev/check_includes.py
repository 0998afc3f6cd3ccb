#!/usr/bin/env python3
"""Checks that includes run one way, that only the boundary sees koord.h, and that files stay small.

    base <- topology <- object <- {probe, cpu, numa, device, wire, render} <- kubelet <- sched <- plan <- capi
    device <- agent <- {wire, capi}
    tools, bindings: koord.h only
    koord-conformance is a test program: it replays recorded answers against what lies below koord.h.
"""

import pathlib
import re
import sys

# What each module may include besides itself.
ALLOWED = {
    "base": set(),
    "topology": {"base"},
    "object": {"base", "topology"},
    "probe": {"base", "topology", "object", "device"},
    "cpu": {"base", "topology"},
    "numa": {"base", "topology", "object"},
    "device": {"base", "topology", "object"},
    "agent": {"base", "topology", "object", "cpu", "device"},
    "wire": {"base", "topology", "object", "device", "agent"},
    "render": {"base", "topology"},
    "kubelet": {"base", "topology", "object", "cpu", "numa", "device"},
    "sched": {"base", "topology", "object", "cpu", "numa", "device", "kubelet"},
    "plan": {"base", "topology", "object", "cpu", "numa", "device", "sched"},
    "capi": {"base", "topology", "object", "probe", "cpu", "numa", "device", "wire", "render", "kubelet",
             "sched", "plan", "agent"},
}
# Headers that bring a locale, global streams or regular expressions without a bound into the library.
FORBIDDEN = {"iostream", "locale", "clocale", "locale.h", "regex", "fstream", "sstream", "thread"}
MAX_LINES = 500

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(2)


def sources(directory):
    return sorted(p for p in directory.rglob("*") if p.suffix in {".h", ".cc", ".c"})


def check(root):
    for path in sources(root / "src"):
        module = path.relative_to(root / "src").parts[0]
        if module not in ALLOWED:
            yield path, 1, f"module {module} is not in the list of modules"
            continue
        for number, name in includes(path):
            other = name.split("/")[0] if "/" in name else None
            if other in ALLOWED and other != module and other not in ALLOWED[module]:
                yield path, number, f"{module} must not include {name}"
            if name == "koord.h" and module != "capi":
                yield path, number, "only capi sees koord.h"
            if name in FORBIDDEN:
                yield path, number, f"<{name}> has no place in the library"
    for path in sources(root / "tools"):
        if "koord-conformance" in path.parts:
            continue
        for number, name in includes(path):
            if "/" in name and name.split("/")[0] in ALLOWED:
                yield path, number, f"tools use koord.h only, not {name}"
    for directory in ("src", "include", "tools", "tests", "bench", "fuzz"):
        for path in sources(root / directory):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > MAX_LINES and path.name != "koord.h":
                yield path, lines, f"{lines} lines, at most {MAX_LINES}"


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    problems = list(check(root))
    for path, number, text in problems:
        print(f"{path.relative_to(root)}:{number}: {text}", file=sys.stderr)
    print(f"check_includes: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
