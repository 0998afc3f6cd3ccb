"""Formats of the results of koordctl simulate, and options that go together."""
import unittest

import cli
from simulate_test import Simulate, node, pod


class Output(Simulate):
    example = ("simulate", "-f", "examples/cluster.yaml", "-f", "examples/pods.yaml")

    def test_yaml_is_the_json(self):
        text = self.run_ctl(*self.example, "-o", "yaml", code=cli.REFUSED).stdout
        result = self.session(*self.example[1:], code=cli.REFUSED)
        for p in result["pods"]:
            self.assertIn(f"name: {p['name']}\n", text)
        self.assertEqual(text.count("state: placed"), 6)

    def test_no_headers(self):
        text = self.run_ctl(*self.example, "--no-headers", "-o", "wide", code=cli.REFUSED).stdout
        self.assertNotIn("NODE", text)
        self.assertTrue(text.startswith("cache "))

    def test_namespaces_are_shown_unless_default(self):
        self.objects(pod("a"), pod("b", namespace="kube-system"), node("n1"))
        rows = self.run_ctl("simulate", "-f", "objects.json", "--no-headers").stdout.splitlines()
        self.assertEqual([row.split()[0] for row in rows], ["a", "kube-system/b"])

    def test_pictures(self):
        text = self.run_ctl(*self.example, "--picture", "--ascii", code=cli.REFUSED).stdout
        self.assertIn("node-a: 5 pods, 14 CPUs held", text)
        self.assertIn("node-b: 1 pod, 0 CPUs held", text)
        self.assertIn("reserved", text)
        self.assertNotIn("node-c:", text)
        text = self.run_ctl(*self.example, "--picture", "--node", "node-b", code=cli.REFUSED).stdout
        self.assertNotIn("node-a:", text)

    def test_svg(self):
        svg = self.run_ctl(*self.example, "-o", "svg", "--node", "node-a", code=cli.REFUSED).stdout
        self.assertTrue(svg.startswith("<"))
        for holder in ("cache", "web", "database", "proxy"):
            self.assertIn(holder, svg)
        self.objects(pod("a", 2, "LSR"))
        one = self.run_ctl("simulate", "--machine", "m=server.xml", "-f", "objects.json", "-o", "svg").stdout
        self.assertIn("m: 1 pod, 2 CPUs held", one)

    def test_odd_combinations(self):
        self.fails(cli.USAGE, "simulate", says="-f FILE")
        self.fails(cli.USAGE, "simulate", "-f", "", says="--filename")
        self.fails(cli.USAGE, *self.example, "--picture", "--node", "", says="--node")
        self.fails(cli.USAGE, *self.example, "-o", "svg", says="choose one with --node")
        self.fails(cli.USAGE, *self.example, "--node", "node-a", says="--node: only for")
        self.fails(cli.USAGE, *self.example, "--picture", "--node", "node-d", says="did you mean node-")
        self.fails(cli.USAGE, *self.example, "--picture", "--node", "node-c", says="is unknown")
        self.fails(cli.USAGE, *self.example, "--picture", "-o", "json", says="--picture: only below a table")
        self.fails(cli.USAGE, *self.example, "--profile", "kubelet", says="--profile")
        self.fails(cli.USAGE, "simulate", "-f", "-", "-f", "-", says="standard input")
        self.fails(cli.USAGE, "simulate", "-f", "-", "--machine", "m=-", says="standard input")
        self.fails(cli.USAGE, "simulate", "-f", "examples/pods.yaml", says="no Node in the files")
        self.fails(cli.USAGE, *self.example, "stray", says="stray")

    def test_guide_is_current(self):
        self.shows_what_is_printed("operate/simulate.md", 3)


if __name__ == "__main__":
    unittest.main()
