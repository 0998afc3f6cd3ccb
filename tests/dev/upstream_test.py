#!/usr/bin/env python3
"""tests/upstream/run.py counts each case once, and accepts failures only as long as they are listed and still fail."""
import importlib.util
import json
import os
import pathlib
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
spec = importlib.util.spec_from_file_location("run", os.path.join(ROOT, "tests", "upstream", "run.py"))
run = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run)

SUITE = """
name = "s"
module = "m"
versions = ["v1", "v2"]
folders = []
packages = ["a", "b"]
replaced = []
[[excluded]]
package = "a"
test = "TestOld/*"
versions = ["v1"]
reason = "is not supported"
"""


def lines(*events):
    return [json.dumps(dict(zip(("Package", "Test", "Action"), event))) for event in events]


def ended(package, action="pass"):
    return json.dumps({"Package": f"m/{package}", "Action": action})


class Results(unittest.TestCase):
    def outcomes(self, *output):
        return {f"{case.package} {case.test}": outcome for case, outcome in run.results(output, ["a", "b"]).items()}

    def test_parents_of_cases_are_no_cases(self):
        self.assertEqual(self.outcomes(*lines(("m/a", "T/x", "pass"), ("m/a", "T/y", "fail"), ("m/a", "T", "fail"), ("m/b", "U", "skip")),
                                       ended("a", "fail"), ended("b"), "not JSON"),
                         {"a T/x": "pass", "a T/y": "fail", "b U": "skip"})

    def test_a_parent_that_fails_by_itself_is_a_case(self):
        self.assertEqual(self.outcomes(*lines(("m/a", "T/x", "pass"), ("m/a", "T", "fail"), ("m/a", "TT/x", "fail")), ended("a", "fail"), ended("b")),
                         {"a T/x": "pass", "a T": "fail", "a TT/x": "fail"})

    def test_a_package_that_does_not_run_fails(self):
        self.assertEqual(self.outcomes(ended("a", "fail")), {"a ": "fail", "b ": "fail"})


class Verdict(unittest.TestCase):
    def verdict(self, version, **outcomes):
        suite = run.Suite(None, SUITE)
        return run.Verdict(suite, version, {run.Case("a", name.replace("_", "/")): outcome for name, outcome in outcomes.items()})

    def test_only_listed_cases_may_fail(self):
        self.assertTrue(self.verdict("v1", TestOld_x="fail", TestNew="pass").good())
        self.assertFalse(self.verdict("v2", TestOld_x="fail").good())
        self.assertFalse(self.verdict("v1", TestNew_x="fail").good())
        self.assertFalse(self.verdict("v1", TestNew="skip").good())

    def test_a_listed_case_that_passes_is_reported(self):
        verdict = self.verdict("v1", TestOld_x="fail", TestOld_y="pass")
        self.assertEqual(verdict.stale, [run.Case("a", "TestOld/y")])
        self.assertFalse(verdict.good())

    def test_an_exclusion_without_a_case_is_reported(self):
        self.assertFalse(self.verdict("v1", TestNew="pass").good())

    def test_a_replacement_on_which_nothing_depends_is_reported(self):
        verdict = self.verdict("v2", TestNew="pass")
        self.assertTrue(verdict.good())
        verdict.unused.append("pick")
        self.assertFalse(verdict.good())


class Rounds(unittest.TestCase):
    def test_answers_of_one_package_are_spoiled_one_by_one(self):
        rows = [{"package": package, "spoil": spoil} for package, spoil in (("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"))]
        self.assertEqual([[row["spoil"] for row in group] for group in run.rounds(rows)], [["1", "2", "4"], ["3"]])


class Rename(unittest.TestCase):
    def test_the_definition_alone_is_renamed_and_links_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            original = pathlib.Path(folder, "original.go")
            original.write_text("func (p *q) take(n int) {}\nvar x = p.take(1)\n")
            copy = pathlib.Path(folder, "copy.go")
            os.link(original, copy)
            run.rename(pathlib.Path(folder), "copy.go: func (p *q) take(")
            self.assertEqual(copy.read_text(), "func (p *q) zzUpstream_take(n int) {}\nvar x = p.take(1)\n")
            self.assertEqual(original.read_text(), "func (p *q) take(n int) {}\nvar x = p.take(1)\n")
            with self.assertRaises(SystemExit):
                run.rename(pathlib.Path(folder), "copy.go: func (p *q) take(")


if __name__ == "__main__":
    unittest.main()
