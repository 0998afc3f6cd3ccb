"""Each difference between profiles is one member of ProfileRules, read at the place where it applies, and one row of
docs/reference/profiles.md. No other code compares profiles.
"""
import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEADER, VALUES, PAGE = "src/base/profile_rules.h", "src/base/profile_rules.cc", "docs/reference/profiles.md"

COMMENT = re.compile(r"//[^\n]*")
MEMBER = re.compile(r"^  \w+ (\w+) = ([\w:]+);$", re.M)
PROFILE = r"(?:Profile::k\w+|KOORD_PROFILE_\w+)"
COMPARED = re.compile(rf"[=!]=\s*(?:koord::)?{PROFILE}|{PROFILE}\s*[=!]=|\b(?:\w*_)?profile_?(?:\(\))?\s*[=!]=(?!\s*nullptr)"
                      rf"|\bcase\s+(?:koord::)?{PROFILE}|\bswitch\s*\([^()]*\bprofile_?(?:\(\))?\)", re.I)
# Files that may compare profiles nevertheless.
ALLOWED = {
    "src/capi/pick/cpu_pick.cc": "the profile of another call is refused with that call's name",
}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as opened:
        return opened.read()


def sources():
    found = glob.glob(os.path.join(ROOT, "src", "**", "*.cc"), recursive=True)
    found += glob.glob(os.path.join(ROOT, "src", "**", "*.h"), recursive=True)
    return {os.path.relpath(path, ROOT): COMMENT.sub("", read(path)) for path in sorted(found)}


def members():
    """Returns the names and their values under the specification."""
    struct = re.search(r"^struct (?:alignas\(128\) )?ProfileRules \{$(.*?)^\};$", COMMENT.sub("", read(HEADER)), flags=re.S | re.M).group(1)
    found = MEMBER.findall(struct)
    if struct.count(";") != len(found):
        raise AssertionError(f"{HEADER}: each member is a line of its own: TYPE NAME = VALUE;")
    return dict(found)


def others(profile):
    """Returns the values that a profile overrides."""
    values = re.search(rf"^constexpr ProfileRules {profile}\{{$(.*?)^\}};$", read(VALUES), flags=re.S | re.M).group(1)
    return dict(re.findall(r"^    \.(\w+) = ([\w:]+),$", values, flags=re.M))


def rows(heading):
    """Returns the last cells of the tables in a section that name rules, without their backquotes."""
    section = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", read(PAGE), flags=re.S | re.M).group(1)
    tables = re.findall(r"^\|[^\n]*\| rule \|\n\|[- |]+\|\n((?:\|[^\n]*\n)+)", section, flags=re.M)
    return [line.strip("| ").rsplit("|", 1)[1].strip().strip("`") for table in tables for line in table.splitlines()]


def compares(text):
    return [match.group(0) for match in COMPARED.finditer(text)]


class Profiles(unittest.TestCase):
    def check_rows(self, heading, differing):
        told = rows(heading)
        self.assertEqual(sorted(told), sorted(set(told)), f"{PAGE}: {heading}: a rule has one row")
        self.assertEqual(sorted(differing - set(told)), [], f"{PAGE}: {heading}: rules without a row")
        self.assertEqual(sorted(set(told) - differing), [], f"{PAGE}: {heading}: rows that name no difference")

    def test_rows_of_upstream(self):
        self.assertGreater(len(others("kUpstream")), 10)
        self.check_rows("Differences between `spec` and `upstream`", set(others("kUpstream")))

    def test_rows_of_others(self):
        self.check_rows("Rules of `kubelet` and `nrt-match`", set(others("kKubelet")) | set(others("kNrtMatch")))

    def test_each_rule_is_a_difference(self):
        of_spec = members()
        differing = set()
        for profile in ("kUpstream", "kKubelet", "kNrtMatch"):
            for name, value in others(profile).items():
                self.assertNotEqual(value, of_spec[name], f"{VALUES}: {profile} repeats {name}")
                differing.add(name)
        self.assertEqual(sorted(set(of_spec) - differing), [], f"{HEADER}: the same under every profile")

    def test_each_rule_is_asked_for(self):
        code = "\n".join(text for path, text in sources().items() if path not in (HEADER, VALUES))
        asked = set(re.findall(r"\.(\w+)\b", code))
        self.assertEqual(sorted(set(members()) - asked), [], f"{HEADER}: nothing asks for these")

    def test_no_other_code_compares_profiles(self):
        found = {path: compares(text) for path, text in sources().items()}
        there = {path: matches for path, matches in found.items() if matches}
        self.assertEqual({path: matches for path, matches in there.items() if path not in ALLOWED}, {},
                         f"make the difference a member of ProfileRules ({HEADER})")
        self.assertEqual(sorted(set(ALLOWED) - set(there)), [], "allowed without need")

    def test_what_counts_as_a_comparison(self):
        for text in ("a.profile == b", "if (profile_ != Profile::kSpec)", "Profile::kSpec == x", "x ==\n    koord::Profile::kKubelet",
                     "options().profile() == other", "case Profile::kUpstream:", "switch (refusal.profile) {",
                     "given.profile == KOORD_PROFILE_KUBELET"):
            self.assertTrue(compares(text), text)
        for text in ("refusal.profile = options.profile;", "profile != nullptr ? 1 : 2", "same(Profile::kSpec, KOORD_PROFILE_SPEC)",
                     "rules_of(profile).wording == Wording::kKubelet", "switch (rules_of(profile).hint_merge) {"):
            self.assertEqual(compares(text), [], text)


if __name__ == "__main__":
    unittest.main()
