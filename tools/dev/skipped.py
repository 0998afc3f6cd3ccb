#!/usr/bin/env python3
"""Lists in one closing line what was not built or not run, and why.

    skipped.py [--allowed FILE] [--also FILE]... BUILD...

BUILD is a build tree whose tests ran: its not-built.txt lists parts that could not be built, and its
tests.xml (of ctest --output-junit) contains the output of every test. --also FILE adds lines
"name<TAB>why" for other parts that were left out. With --allowed FILE it is an error if something
was skipped that no line of FILE allows: "name pattern<TAB>pattern of the reason<TAB>justification",
both shell patterns; # starts a comment.
"""
import argparse
import fnmatch
import os
import re
import sys
import xml.etree.ElementTree

# Patterns for a line about one skipped case, by the program that printed it: name and reason.
LINES = (
    re.compile(r"^SKIPPED \[\d+\] (?P<name>[^:\s]+?):?\d*: (?P<why>.*)$"),  # pytest -rs
    re.compile(r"--- SKIP: (?P<name>\S+).*?: (?P<why>.*)$"),  # bindings/go/test.sh
    re.compile(r"(?P<name>\w+)(?:\([^)]*\))? \[[AS]\] (?:Assumption failed: )?(?P<why>.*)$"),  # JUnit
    re.compile(r"^(?P<name>\w+) \(.*\) \.\.\. skipped ['\"](?P<why>.*)['\"]$"),  # unittest -v
    re.compile(r"(?P<name>)\.\.\. skipped ['\"](?P<why>.*)['\"]$"),  # the same with a sentence
)
GTEST = re.compile(r"^\[  SKIPPED \] (\S+) \(\d+ ms\)$")
ANYTHING = re.compile(r"(?:\bSKIPPED\b|\bskipped:):? *(?P<why>.*)$")
SHOWN = 4  # names of a reason; the others are counted


def reason(text):
    return re.sub(r"^skipped: *", "", text.strip(), flags=re.IGNORECASE) or "no reason given"


def cases(output):
    """Yields names and reasons of the cases skipped by a program that did not fail."""
    lines = output.splitlines()
    for number, line in enumerate(lines):
        found = GTEST.match(line)
        if found:
            # "file:12: Skipped", followed by the text streamed into GTEST_SKIP.
            start = next((n for n in range(number - 1, -1, -1) if lines[n].endswith(": Skipped")), number - 1)
            yield found.group(1), reason(" ".join(filter(None, lines[start + 1:number])))
            continue
        for pattern in LINES:
            found = pattern.search(line)
            if found:
                yield found.group("name"), reason(found.group("why"))
                break
        else:
            found = None if line.startswith("[") else ANYTHING.search(line)
            if found:
                yield "", reason(found.group("why"))


def of_build(build):
    preset = os.path.basename(os.path.normpath(build))
    with open(os.path.join(build, "not-built.txt"), encoding="utf-8") as file:
        for line in file:
            name, _, why = line.rstrip("\n").partition("\t")
            yield f"{preset}: {name}", why
    for case in xml.etree.ElementTree.parse(os.path.join(build, "tests.xml")).iter("testcase"):
        name, output = f"{preset}: {case.get('name')}", case.findtext("system-out") or ""
        skipped = case.find("skipped")
        if skipped is not None or case.get("status") in ("notrun", "disabled"):
            said = [line for line in output.splitlines() if line.strip()]
            yield name, reason(said[-1] if said else "it was not started")
            continue
        for part, why in cases(output):
            yield f"{name} {part}".rstrip(), why


def of_file(path):
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, _, why = line.rstrip("\n").partition("\t")
            yield name, reason(why)


def allowances(path):
    out = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 3 or not all(fields):
                sys.exit(f"{path}:{number}: expected three fields with tabs between them")
            out.append(fields)
    return out


def told(skipped):
    """Returns names by reason, in one line."""
    by_reason = {}
    for name, why in skipped:
        names = by_reason.setdefault(why, [])
        if name not in names:
            names.append(name)
    parts = []
    for why, names in by_reason.items():
        rest = len(names) - SHOWN
        parts.append(", ".join(names[:SHOWN]) + (f" and {rest} more" if rest > 0 else "") + f" ({why})")
    return "; ".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--allowed", metavar="FILE")
    parser.add_argument("--also", metavar="FILE", action="append", default=[])
    parser.add_argument("build", nargs="*")
    options = parser.parse_args()
    skipped = [each for build in options.build for each in of_build(build)]
    skipped += [each for path in options.also for each in of_file(path)]
    if not skipped:
        print("skipped.py: everything was built, and every test ran")
        return 0
    print(f"skipped.py: NOT BUILT OR RUN: {told(skipped)}")
    if options.allowed is None:
        return 0
    allowed = allowances(options.allowed)
    wrong = [(name, why) for name, why in skipped
             if not any(fnmatch.fnmatchcase(name, names) and fnmatch.fnmatchcase(why, whys) for names, whys, _ in allowed)]
    if wrong:
        print(f"skipped.py: {options.allowed} does not allow this: {told(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
