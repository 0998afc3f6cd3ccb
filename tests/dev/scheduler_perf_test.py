#!/usr/bin/env python3
"""tests/upstream/scheduler_perf.py reads the metrics of a workload, names what is missing, and compares pairs of runs."""
import os
import pathlib
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/upstream"))
import scheduler_perf as perf  # pylint: disable=wrong-import-position

WORKLOAD = perf.Workload({"group": "misc", "package": "misc", "name": "SchedulingBasic/500Nodes"})
LINE = "1 121.4 SchedulingThroughput/Average 5354 koord_cpu_ms {pods} koord_pods 15.52 runtime_seconds\n"


class Measure(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / perf.FOLDER / WORKLOAD.package).mkdir(parents=True)

    def measure(self, text, status=0, plugin=True):
        """Measures with a program in place of the test binary, which prints a text."""
        binary = self.folder / "binary"
        binary.write_text(f"#!/bin/sh\necho \"$UPSTREAM_SPOIL $*\" >'{self.folder}/called'\ncat <<'end'\n{text}end\nexit {status}\n")
        binary.chmod(0o755)
        suite_run = types.SimpleNamespace(folder=self.folder, environment=dict(os.environ))
        return perf.measure(suite_run, binary, WORKLOAD, 0, plugin)

    def test_metrics(self):
        self.assertEqual({"pods/s": 121.4, "processor": 5354, "pods": 1000, "cost": 5.354}, self.measure(LINE.format(pods=1000)))
        self.assertIn("-test.bench=^BenchmarkPerfScheduling$/^SchedulingBasic$/^500Nodes$", (self.folder / "called").read_text())

    def test_the_last_line_counts(self):
        self.assertEqual(500, self.measure(LINE.format(pods="1.0e+03") + LINE.format(pods=500))["pods"])

    def test_without_the_plugin(self):
        for plugin, begins in ((True, " "), (False, "plugin ")):
            self.measure(LINE.format(pods=1), plugin=plugin)
            self.assertTrue((self.folder / "called").read_text().startswith(begins + "-test.run"))

    def test_failures_are_named(self):
        for text, status, says in ((LINE.format(pods=1), 2, r"\(koord\): exit status 2: see .*koord\.log"),
                                   ("1 121.4 SchedulingThroughput/Average \n", 0, "no metric koord_cpu_ms, koord_pods"),
                                   (LINE.format(pods=0), 0, "no pod was scheduled")):
            with self.assertRaisesRegex(perf.Failed, says):
                self.measure(text, status)


class Row(unittest.TestCase):
    def test_the_ratio_is_that_of_pairs(self):
        turn = lambda pods, cost: {"pods/s": pods, "cost": cost}
        turns = {True: [turn(50, 7), turn(300, 5), turn(90, 6)], False: [turn(100, 4), turn(200, 5.5), turn(100, 5)]}
        # The medians of both sides are 90 and 100; those of the ratios 0.5, 1.5 and 0.9.
        cells, ratio = perf.row(WORKLOAD, turns)
        self.assertEqual(("misc", "SchedulingBasic/500Nodes", "100", "90", "0.90 (0.50 to 1.50)", "5.00", "6.00", "+1.00"), cells)
        self.assertAlmostEqual(0.9, ratio)

    def test_a_workload_that_needs_the_plugin_has_no_ratio(self):
        cells, ratio = perf.row(WORKLOAD, {True: [{"pods/s": 90.6, "cost": 6.512}], False: []})
        self.assertEqual((("misc", "SchedulingBasic/500Nodes", "", "91", "", "", "6.51", ""), None), (cells, ratio))


if __name__ == "__main__":
    unittest.main()
