#!/usr/bin/env python3
"""Lists the tests of each numbered rule of the specification.

A test belongs to a rule if its name contains the number: R31_FullPcpusTakesWholeCores. Settled points,
which the specification leaves open, have numbers, too: S25_... The rules are read from spec/rules.md of
the shared data: the directory in KOORD_SHARED, otherwise ../shared beside the checkout.

Exit status: 0 listed, or skipped because there are no rules; 1 a rule of --require has no test, or a
test names a rule that does not exist; 2 bad arguments, or the given rules file cannot be read.
"""

import argparse
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = pathlib.Path("spec", "rules.md")

RULE_LINE = re.compile(r"^- (R\d+) +(.*)$")
# Settled points are numbered lines below this heading.
SETTLED = "## Settled"
SETTLED_LINE = re.compile(r"^(\d+)\. +(.*)$")
# A rule in a test's name: R31_..., R55_R57_..., TestR31..., test_r31_..., R22_S29_...
RULE_IN_NAME = re.compile(r"(?:(?<![A-Z0-9])([RS])|(?<=_)([rs]))(\d{2,3})(?!\d)")

# The test files of each language, and the pattern of a test in the source: (suite, name), or the
# name.
LANGUAGES = (
    ("*_test.cc", re.compile(r"\b(?:(?:TYPED_)?TEST(?:_F|_P)?|RC_GTEST_(?:FIXTURE_)?PROP)\(\s*(\w+)\s*,\s*(\w+)\s*[,)]")),
    ("*_test.go", re.compile(r"^func ((?:Test|Fuzz|Example)\w*)\(", re.MULTILINE)),
    ("test_*.py", re.compile(r"^\s*(?:async )?def (test\w*)\(", re.MULTILINE)),
    ("*_test.py", re.compile(r"^\s*(?:async )?def (test\w*)\(", re.MULTILINE)),
    ("*Test.java", re.compile(r"@(?:Parameterized|Repeated)?Test\b[^{;]*?\bvoid (\w+)\(")),
)
COMMENTS = re.compile(r"^\s*(?://|#).*$", re.MULTILINE)


class BadInput(Exception):
    """An argument of the caller cannot be used."""


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rules", type=pathlib.Path, help="the rules file, instead of the shared one")
    parser.add_argument("--tests", type=pathlib.Path, default=ROOT / "tests", help="where the tests are")
    parser.add_argument("--require", default="", metavar="R01,R06,...", help="rules that must have a test")
    return parser.parse_args(arguments)


def find_rules_file(named):
    """Returns the rules file, or None if none was named and there is no shared data."""
    if named is None and os.environ.get("KOORD_SHARED"):
        named = pathlib.Path(os.environ["KOORD_SHARED"]) / RULES
    if named is None:
        beside = ROOT.parent / "shared" / RULES
        return beside if beside.is_file() else None
    if not named.is_file():
        raise BadInput(f"no rules file at {named}")
    return named


def read_rules(path):
    """Returns the rules in the order of the file: number to text."""
    rules = {}
    settled = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            settled = line.startswith(SETTLED)
        match = (SETTLED_LINE if settled else RULE_LINE).match(line)
        if match is None:
            continue
        rule = f"S{int(match.group(1)):02}" if settled else match.group(1)
        if rule in rules:
            raise BadInput(f"{path}:{number}: {rule} is numbered twice")
        rules[rule] = match.group(2)
    if not rules:
        raise BadInput(f"{path}: found no rule, expected lines such as '- R01 ...'")
    return rules


def read_tests(directory):
    """Returns the tests that name a rule: number to names, in the order of files and lines."""
    if not directory.is_dir():
        raise BadInput(f"no directory of tests at {directory}")
    found = {}
    for pattern, test in LANGUAGES:
        for path in sorted(directory.rglob(pattern)):
            source = COMMENTS.sub("", path.read_text(encoding="utf-8"))
            for match in test.finditer(source):
                if any(part.startswith("DISABLED_") for part in match.groups()):
                    continue
                # The last group is the name, the ones before it the suite.
                for upper, lower, digits in RULE_IN_NAME.findall(match.groups()[-1]):
                    found.setdefault((upper or lower.upper()) + digits, []).append(".".join(match.groups()))
    return found


def parse_required(text):
    required = [name.strip() for name in text.split(",") if name.strip()]
    for name in required:
        if re.fullmatch(r"[RS]\d{2,3}", name) is None:
            raise BadInput(f"--require: found {name}, expected rules such as R01")
    return required


def print_table(rules, tests):
    print(f"{'rule':<6}tests")
    for rule in rules:
        for i, name in enumerate(tests.get(rule, [])):
            print(f"{rule if i == 0 else '':<6}{name}")
    without = [rule for rule in rules if rule not in tests]
    print(f"\n{len(rules) - len(without)} of {len(rules)} rules have a test, {len(without)} have none:")
    for rule in without:
        text = rules[rule]
        print(f"{rule:<6}{text if len(text) <= 90 else text[:87] + '...'}")


def problems(rules, tests, required):
    for rule in required:
        if rules is not None and rule not in rules:
            yield f"{rule} is required, but the specification has no such rule"
        elif rule not in tests:
            yield f"{rule} is required, but no test is named after it"
    if rules is not None:
        for rule in sorted(set(tests) - set(rules)):
            yield f"{', '.join(tests[rule])}: the specification has no rule {rule}"


def main(arguments):
    options = parse_arguments(arguments)
    try:
        required = parse_required(options.require)
        path = find_rules_file(options.rules)
        rules = None if path is None else read_rules(path)
        tests = read_tests(options.tests)
    except (BadInput, OSError, UnicodeDecodeError) as error:
        print(f"spec_rules: {error}", file=sys.stderr)
        return 2
    if rules is not None:
        print_table(rules, tests)
    found = list(problems(rules, tests, required))
    for problem in found:
        print(f"spec_rules: {problem}", file=sys.stderr)
    if rules is None and not found:
        print(f"SKIPPED: shared data not found: no {RULES}; set KOORD_SHARED or name it with --rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
