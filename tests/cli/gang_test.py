"""Several pods at once on a cluster from files: all are placed, or none."""
import json
import os
import unittest

import cli
from simulate_test import SMALL, bound, node, pod


class Gang(cli.Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))

    def gang(self, *args, pods, code=cli.OK):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": pods}))
        return self.run_ctl("gang", "-f", "objects.json", "--machine-synthetic", SMALL + ",copies=2", *args,
                            code=code)

    def workers(self, n, cpu):
        return [pod(f"worker-{i}", cpu, qos="LSR") for i in range(n)]

    def test_all_are_placed(self):
        result = json.loads(self.gang("-o", "json", pods=self.workers(4, 8)).stdout)
        self.assertEqual([entry["state"] for entry in result["pods"]], ["placed"] * 4)
        self.assertEqual({entry["node"] for entry in result["pods"]}, {"small-1", "small-2"})
        for entry in result["pods"]:
            self.assertIn("resource-status", json.dumps(entry["patch"]))

    def test_or_none(self):
        there = bound("there", "small-1", "0-3", cpu=4, qos="LSR")
        done = self.gang("-o", "json", pods=[there] + self.workers(4, 8), code=cli.REFUSED)
        result = json.loads(done.stdout)
        self.assertEqual([entry["state"] for entry in result["pods"]], ["bound"] + ["refused"] * 4)
        self.assertIn("koordctl: refused: the gang needs 4 pods to fit at once; at most 3 fit; the first "
                      "pod without room: worker-3\n", done.stderr)

    def test_on_few_nodes(self):
        self.gang("--max-nodes", "1", pods=self.workers(4, 4))
        done = self.gang("--max-nodes", "1", pods=self.workers(5, 4), code=cli.REFUSED)
        self.assertIn("on at most 1 node; at most 4 fit", done.stderr)
        done = self.gang("--max-nodes", "1", "--budget", "2", pods=self.workers(5, 4), code=cli.REFUSED)
        self.assertIn("the search reached its limit", done.stderr)

    def test_pictures(self):
        text = self.gang("--picture", "--ascii", pods=self.workers(2, 8)).stdout
        before, after = text.split("\nAfter:\n")
        self.assertIn("\nBefore:\n", before)
        self.assertIn("0 pods", before)
        self.assertIn("small-1: 2 pods, 16 CPUs held", after)
        self.assertNotIn("small-2: ", after)
        self.assertIn("state: placed", self.gang("-o", "yaml", pods=self.workers(1, 8)).stdout)

    def test_odd_combinations(self):
        self.write("objects.json", json.dumps(node("n")))
        self.fails(cli.USAGE, "gang", "-f", "objects.json", says="no pending pods")
        self.fails(cli.USAGE, "gang", says="-f FILE")
        for bad in ("0", "-1", "many"):
            self.fails(cli.USAGE, "gang", "-f", "objects.json", "--max-nodes", bad, says="--max-nodes")
            self.fails(cli.USAGE, "gang", "-f", "objects.json", "--budget", bad, says="--budget")
        self.fails(cli.USAGE, "gang", "-f", "objects.json", "--picture", "-o", "json", says="--picture")
        self.fails(cli.ENVIRONMENT, "gang", "-f", "absent.yaml", says="absent.yaml")

    def test_guide_shows_what_is_printed(self):
        self.shows_what_is_printed("gang.md", 1)


if __name__ == "__main__":
    unittest.main()
