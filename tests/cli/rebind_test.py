"""Plans for other CPUs on a node from files: what moves, what is printed, and what is refused."""
import json
import unittest

import cli
from simulate_test import SMALL, bound, node


class Rebind(cli.Case):
    def on_small(self, *args, pods, code=cli.OK):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": pods}))
        return self.run_ctl("rebind", "-f", "objects.json", "--machine-synthetic", SMALL, "small",
                            *args, code=code)

    crosses = bound("crosses", "small", "0-1,8-9", cpu=4, qos="LSR")
    well = bound("well", "small", "2-3", cpu=2, qos="LSR")

    def test_a_pod_comes_home(self):
        done = self.on_small("-o", "json", pods=[self.crosses, self.well])
        result = json.loads(done.stdout)
        self.assertEqual(result["moved"], 1)
        self.assertEqual(result["before"]["extraNUMANodes"], 1)
        self.assertEqual(result["after"]["extraNUMANodes"], 0)
        self.assertEqual([step["pod"] for step in result["steps"]], ["crosses"])
        after = {pod["name"]: pod["after"] for pod in result["pods"]}
        self.assertEqual(after["well"], "2-3")
        self.assertEqual(after["crosses"], result["steps"][0]["cpus"])

    def test_table_and_pictures(self):
        text = self.on_small("--picture", "--ascii", pods=[self.crosses]).stdout
        for line in ("STEP  POD      FROM", "extraNUMANodes  1", "small: before", "small: after"):
            self.assertIn(line, text)
        self.assertIn("<svg", self.on_small("-o", "svg", pods=[self.crosses]).stdout)
        self.assertIn("moved: 1", self.on_small("-o", "yaml", pods=[self.crosses]).stdout)

    def test_what_is_kept_or_good_stays(self):
        for args, pods in ((("--keep", "crosses"), [self.crosses]), ((), [self.well]),
                           ((), [])):
            self.assertIn("Nothing moves.", self.on_small(*args, pods=pods).stdout)

    def test_limits(self):
        self.on_small("--max-moves", "1", "--no-new-crossing", pods=[self.crosses])
        self.write("objects.json", json.dumps(self.crosses))
        common = ("rebind", "-f", "objects.json", "--machine-synthetic", SMALL)
        self.fails(cli.USAGE, *common, "small", "--max-moves", "x", says="--max-moves")
        self.fails(cli.USAGE, *common, "small", "--work", "1000001", says="--work")
        self.fails(cli.USAGE, *common, "small", "--keep", "nobody", says="--keep: there is no pod")
        self.fails(cli.USAGE, *common, "smal", says="did you mean small?")
        self.fails(cli.USAGE, *common, "small", "--picture", "-o", "json", says="--picture")
        self.fails(cli.USAGE, "rebind", "small", says="-f FILE")

    def test_a_node_without_topology_is_refused(self):
        self.write("objects.json", json.dumps(node("bare")))
        self.fails(cli.REFUSED, "rebind", "-f", "objects.json", "bare", says="NoTopology")


if __name__ == "__main__":
    unittest.main()
