#!/usr/bin/env python3
"""Medians, quartiles and ratios of bench/figures_tables.py; README.md and performance.md have exactly the recorded figures."""
import importlib.util
import json
import os
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
spec = importlib.util.spec_from_file_location("figures_tables", os.path.join(ROOT, "bench", "figures_tables.py"))
tables = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tables)

RECORD = {
    "date": "2026-01-02", "commit": "abc", "machine": "A CPU", "cpus": 2, "load": [3.5, 12.25, 4], "rounds": 5,
    "go": {"Koordinator 1.8.0": "go1.26.8"},
    "samples": [
        {"peer": "Koordinator 1.8.0", "case": "pick/FullPCPUs/256cpu-8numa/8",
         "original": [50e3, 40e3, 100e3, 60e3, 70e3], "libkoord": [500, 200, 1000, 200, 350]},
        {"peer": "kubelet 1.37.2", "case": "pick/packed/256cpu-8numa/8", "original": [3e6] * 5, "libkoord": [1.5e6] * 5},
        {"peer": "Koordinator 1.8.0", "case": "cycle/half a GPU/420", "original": [2.5e9] * 5, "libkoord": [1e6] * 5},
    ],
}
PAGE = "Text.\n<!-- figures: short -->\n| old |\n<!-- end -->\nMore.\n"


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


class Rows(unittest.TestCase):
    def test_ratios_are_those_of_rounds(self):
        # Ratios 100, 200, 100, 300, 200; the ratio of the medians is 171.
        self.assertEqual(tables.row(RECORD["samples"][0]),
                         "| Koordinator 1.8.0: FullPCPUs, 8 of 256 CPUs, 8 NUMA nodes | 60.0 (50.0 to 70.0) µs | 350 (200 to 500) ns "
                         "| 200 (100 to 200) |\n")

    def test_one_round_has_no_quartiles(self):
        sample = {"peer": "P", "case": "merge/4/2/false", "original": [2e6], "libkoord": [1.6e6]}
        self.assertEqual(tables.row(sample), "| P: merge, 4 NUMA nodes, 2 resources, nothing preferred | 2.00 ms | 1.60 ms "
                         "| 1.2 |\n")

    def test_units_follow_the_median(self):
        self.assertEqual(tables.duration([2.5e9]), "2.50 s")
        self.assertEqual(tables.duration([900, 1100, 1200]), "1.10 (1.00 to 1.15) µs")
        self.assertEqual(tables.duration([0.5]), "0.50 ns")


class Places(unittest.TestCase):
    def test_a_page_gets_the_figures_and_keeps_its_text(self):
        page = tables.with_figures("README.md", PAGE, RECORD)
        self.assertTrue(page.startswith("Text.\n<!-- figures: short -->\n\n2 CPUs of A CPU"))
        self.assertTrue(page.endswith("\n<!-- end -->\nMore.\n"))
        self.assertIn("load average 3.50 to 12.2", page)
        self.assertIn(tables.row(RECORD["samples"][0]), page)
        self.assertNotIn("old", page)
        self.assertEqual(tables.with_figures("README.md", page, RECORD), page)

    def test_malformed_markers_are_refused(self):
        for old, new in (("<!-- figures", "<!-- figures: short -->\n<!-- figures"), ("<!-- figures: short -->", ""), ("short -->", "long -->"),
                         ("<!-- end -->\nMore", "More")):
            with self.subTest(old=old), self.assertRaises(ValueError):
                tables.with_figures("README.md", PAGE.replace(old, new), RECORD)


class Pages(unittest.TestCase):
    def test_pages_have_the_recorded_figures(self):
        record = json.loads(read("bench/figures.json"))
        self.assertGreaterEqual(record["rounds"], 5)
        for page in tables.PAGES:
            text = read(page)
            self.assertEqual(tables.with_figures(page, text, record), text, f"{page} was edited: bench/figures.py --pages")

    def test_rows_of_the_readme_are_in_performance(self):
        short = tables.places(json.loads(read("bench/figures.json")))["short"]
        rows = [line for line in short.splitlines() if ": " in line]
        self.assertEqual(len(rows), len(tables.SHORT))
        performance = read("docs/internals/performance.md").splitlines()
        for line in rows:
            self.assertIn(line, read("README.md").splitlines())
            self.assertIn(line, performance)


if __name__ == "__main__":
    unittest.main()
