#!/usr/bin/env python3
"""Evaluation of guests' output by containers_test.py: each container is judged by its own output or not at all."""
import contextlib
import io
import unittest

from bundles import Case
from containers_test import parts_of, report

STARTED = "Cpus_allowed_list:\t0\nMems_allowed_list:\t0\nexit code 0\n"
RUNS = {number: ("crun", Case(name, "own", cpus="0", nodes="0")) for number, name in ((1, "a"), (2, "b"), (3, "c"))}


def run(number, text):
    return f"== run {number}\n{text}== done {number}\n"


def report_of(*texts):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        wrong = report(RUNS, list(texts))
    return wrong, out.getvalue()


class Reports(unittest.TestCase):
    def test_all_well(self):
        self.assertEqual(report_of("".join(run(number, STARTED) for number in RUNS)), (0, ""))

    def test_failures_are_shown(self):
        wrong, text = report_of(run(1, STARTED) + run(2, "no such thing\nexit code 1\n") + run(3, STARTED))
        self.assertEqual((wrong, text), (1, "FAILED: crun, b: expected a start\nno such thing\nexit code 1\n\n"))

    def test_cut_off_is_no_failure_of_others(self):
        wrong, text = report_of(run(1, STARTED) + "== run 2\nopen something: no such file\n")
        self.assertEqual((wrong, text), (2, "CUT OFF: crun, b: begun, and not seen to its end\nNOT TRIED: crun c\n"))

    def test_without_output_no_run_was_tried(self):
        self.assertEqual(report_of(""), (3, "NOT TRIED: crun a, crun b, crun c\n"))

    def test_a_second_guest_judges_alone(self):
        first = run(1, STARTED) + "== run 2\nexit code 7\n\n== stuck\ncrun run : S (sleeping), do_wait\n"
        second = run(2, STARTED) + run(3, STARTED)
        self.assertEqual(parts_of([first, second])[2], STARTED)
        self.assertEqual(report_of(first, second), (0, ""))


if __name__ == "__main__":
    unittest.main()
