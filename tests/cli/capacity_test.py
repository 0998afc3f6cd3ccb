"""Numbers of pods like one of the files that still fit, also after drains and restarts."""
import json
import os
import unittest

import cli
from explain_test import SMALL, node, pod


class Capacity(cli.Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))

    def capacity(self, *args, objects, code=cli.OK):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        return json.loads(self.run_ctl("capacity", "-f", "objects.json", "--machine-synthetic", SMALL + ",copies=2",
                                       *args, "-o", "json", code=code).stdout)

    def pods(self, result):
        return {row["node"]: row["pods"] for row in result["nodes"]}

    def test_counts(self):
        there = pod("there", 4, where="small-1", cpuset="0-3")
        result = self.capacity("new", objects=[there, pod("new", 3)])
        self.assertEqual(self.pods(result), {"small-1": 4, "small-2": 5})
        self.assertEqual((result["pods"], result["displaced"]), (9, 0))
        self.assertEqual(result["nodes"][0]["left"]["cpu"], "0")
        self.assertEqual(result["nodes"][1]["reason"], "InsufficientResource")
        self.assertEqual(sum(row["pods"] for row in result["reasons"]), 9)
        self.assertEqual(self.pods(self.capacity("new", "--max-pods", "2", objects=[there, pod("new", 3)])),
                         {"small-1": 2, "small-2": 2})
        # A running pod counts, and may also be the pattern.
        self.assertEqual(self.capacity("there", objects=[there])["pods"], 3 + 4)

    def test_drains_and_restarts(self):
        there = pod("there", 4, where="small-1", cpuset="0-3")
        objects = [there, pod("new", 3)]
        drained = self.capacity("new", "--drain", "small-1", objects=objects)
        self.assertEqual(self.pods(drained), {"small-1": 0, "small-2": 4})
        self.assertEqual((drained["displaced"], drained["unplaced"]), (1, 0))
        self.assertEqual(self.pods(self.capacity("new", "--smt-off", "small-1", objects=objects)),
                         {"small-1": 1, "small-2": 5})
        self.assertEqual(self.pods(self.capacity("new", "--isolate", "small-1=0-7", objects=objects)),
                         {"small-1": 1, "small-2": 5})
        both = self.capacity("new", "--drain", "small-1", "--drain", "small-2", objects=objects, code=cli.REFUSED)
        self.assertEqual((both["pods"], both["unplaced"]), (0, 1))
        kept = self.capacity("new", "--drain", "small-1", "--keep", "there", objects=objects)
        self.assertEqual((self.pods(kept)["small-2"], kept["displaced"]), (5, 0))

    def test_without_room_the_message_names_the_shortage(self):
        self.write("objects.json", json.dumps(pod("huge", 64)))
        done = self.run_ctl("capacity", "-f", "objects.json", "--machine-synthetic", SMALL, "huge", code=cli.REFUSED)
        self.assertIn("koordctl: refused: no pod like huge fits on any node; no eviction helps", done.stderr)
        self.assertIn("InsufficientResource (cpu), no eviction helps", done.stdout)
        self.assertIn("0 pods like huge fit.", done.stdout)

    def test_a_pod_without_a_file(self):
        stated = ("capacity", "--machine-synthetic", SMALL + ",copies=2", "--cpu", "3", "--memory", "1Gi", "--qos", "LSR")
        found = json.loads(self.run_ctl(*stated, "-o", "json").stdout)
        resources = {"cpu": "3", "memory": "1Gi"}
        pattern = pod("new", 3)
        pattern["spec"]["containers"][0]["resources"] = {"requests": resources, "limits": resources}
        expected = self.capacity("new", objects=[pattern])
        self.assertEqual(found.pop("stated"), {"amounts": {"cpu": "3", "memory": "1Gi"}, "qos": "LSR"})
        del expected["pod"]
        self.assertEqual(found, expected)
        total = found["pods"]
        self.assertGreater(total, 0)
        self.run_ctl(*stated, "--count", str(total))
        done = self.run_ctl(*stated, "--count", str(total + 1), code=cli.REFUSED)
        self.assertIn(f"refused: --count: {total} pods of {total + 1} fit", done.stderr)
        self.assertIn(f"{total} pods with cpu=3, memory=1Gi, qos=LSR fit.", done.stdout)
        # On this machine.
        self.run_ctl("capacity", "--cpu", "1m")
        done = self.run_ctl("capacity", "--cpu", "1m", "--resource", "example.com/device=1", code=cli.REFUSED)
        self.assertIn("no pod with cpu=1m, example.com/device=1 fits", done.stderr)
        self.assertNotIn("have no Device", done.stderr)
        self.assertIn("have no Device", self.run_ctl("capacity", "--resource", "nvidia.com/gpu=1", code=cli.REFUSED).stderr)
        whole = ("capacity", "--machine-synthetic", "n=pack:1 numa:1 core:8 pu:2", "--cpu", "3", "--qos", "LSR", "--bind", "FullPCPUs")
        self.assertIn("SMTAlignmentError", self.run_ctl(*whole, code=cli.REFUSED).stdout)
        # Beside a pod of the same name.
        self.assertEqual(self.capacity("--cpu", "3", "--memory", "1Gi", "--qos", "LSR",
                                       objects=[pod("pod", 3, where="small-1", cpuset="0-2")])["pods"], total - 1)

    def test_wrong_amounts(self):
        for args, says in (((), "give either POD or the amounts"), (("web", "--cpu", "1"), "give either POD or the amounts"),
                           (("--cpu", "x"), '--cpu: found "x"'), (("--memory", "-1"), '--memory: found "-1"'), (("--cpu", ""), "--cpu"),
                           (("--resource", "a"), "--resource"), (("--resource", "a=x"), "--resource a: found"),
                           (("--resource", "cpu=1", "--cpu", "1"), 'found "cpu" twice'), (("web", "--qos", "LSR"), "--qos and --bind"), (("--cpu", "2", "--bind", "FullPCPUs"), "--bind: only with --qos"),
                           (("--cpu", "1", "--count", "0"), "--count")):
            self.fails(cli.USAGE, "capacity", *args, says=says)

    def test_full_nodes_and_too_small_nodes_have_different_messages(self):
        there = pod("there", 12, where="small", cpuset="0-11")
        self.write("objects.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [there, pod("new", 8)]}))
        done = self.run_ctl("capacity", "-f", "objects.json", "--machine-synthetic", SMALL, "new", code=cli.REFUSED)
        self.assertIn("fits on any node; evictions may help on 1 of 1 nodes", done.stderr)
        self.assertNotIn("no eviction helps", done.stdout)

    def test_usage(self):
        self.write("objects.json", json.dumps(pod("new", 1)))
        common = ("capacity", "--machine-synthetic", SMALL, "-f", "objects.json", "new")
        self.fails(cli.USAGE, *common, "--drain", "smal", says='--drain: there is no node "smal"; did you mean small?')
        self.fails(cli.USAGE, *common, "--smt-off", "", says='--smt-off: found ""')
        for text in ("", "small", "=0", "small="):
            self.fails(cli.USAGE, *common, "--isolate", text, says="expected NODE=LIST")
        self.fails(cli.USAGE, *common, "--isolate", "small=x", says="--isolate small")
        self.fails(cli.USAGE, *common, "--isolate", "small=0-99", says="--isolate: found CPUs 16-99, which node")
        self.fails(cli.USAGE, *common, "--isolate", "other=0", says="--isolate: there is no node")
        self.fails(cli.USAGE, *common, "--max-pods", "65537", says="--max-pods")

    def test_guide_is_current(self):
        self.shows_what_is_printed("embed/capacity.md", 1)


if __name__ == "__main__":
    unittest.main()
