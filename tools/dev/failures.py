#!/usr/bin/env python3
"""Repeats the relevant output of failed tests after a long run.

    failures.py BUILD

BUILD is a build tree whose tests ran: its tests.xml (of ctest --output-junit) is read. For each
failed test, lines that report a failure are printed with the line before each and two after it, or
the last lines if there are none.
"""
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

TELLS = re.compile(
    r"--- FAIL|^FAIL|panic:|fatal error|DATA RACE|\w_test\.(go|py):\d+:|^\[  FAILED|Failure$|^\w+\.cc:\d+|"
    r"[Ee]rror\b|ERROR|AssertionError|\bnot ok\b|runtime error:|Sanitizer"
)
MOST = 40  # lines of one test


def told(output):
    lines = output.splitlines()
    wanted = set()
    for number, line in enumerate(lines):
        # Log lines of klog start like this; tests that fail on purpose write many of them.
        if TELLS.search(line) and not re.match(r"[IWE]\d{4} |\[ RUN|\[ +OK|\[-", line):
            wanted.update(range(number - 1, number + 3))
    chosen = [lines[n] for n in sorted(wanted) if 0 <= n < len(lines)]
    return (chosen or lines)[-MOST:]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for case in xml.etree.ElementTree.parse(Path(sys.argv[1]) / "tests.xml").getroot().iter("testcase"):
        if case.get("status") != "fail":
            continue
        print(f"== failed: {case.get('name')}")
        print("\n".join("   " + line[:300] for line in told(case.findtext("system-out") or "")))


if __name__ == "__main__":
    main()
