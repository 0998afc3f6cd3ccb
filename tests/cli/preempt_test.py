"""Pods that nodes would have to evict so that a pod of the files fits."""
import json
import os
import unittest

import cli
from explain_test import SMALL, node, pod


class Preempt(cli.Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))

    def preempt(self, *args, objects, code=cli.OK):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        return json.loads(self.run_ctl("preempt", "-f", "objects.json", "--machine-synthetic", SMALL,
                                       *args, "-o", "json", code=code).stdout)

    low = [pod("a", 6, priority=5000, where="small", cpuset="0-5"),
           pod("b", 6, priority=5001, where="small", cpuset="6-11"),
           pod("c", 3, priority=9999, where="small", cpuset="12-14")]

    def victims(self, result, row=0):
        return [victim["name"] for victim in result["nodes"][row].get("victims", [])]

    def test_the_fewest_and_least_important_go(self):
        result = self.preempt("new", objects=[node("small"), *self.low, pod("new", 6, priority=9000)])
        self.assertTrue(result["fits"])
        self.assertEqual(self.victims(result), ["a"])
        self.assertEqual(result["plan"]["cpuset"], "0-5")
        self.assertTrue(result["nodes"][0]["proven"])
        self.assertIn("annotations", result["plan"]["patch"]["metadata"])

    def test_a_pod_that_never_preempts(self):
        for policy, says in (("Never", True), ("PreemptLowerPriority", False)):
            new = pod("new", 6, priority=9000)
            new["spec"]["preemptionPolicy"] = policy
            self.preempt("new", objects=[node("small"), *self.low, new])
            done = self.run_ctl("preempt", "-f", "objects.json", "--machine-synthetic", SMALL, "new")
            self.assertEqual("kube-scheduler evicts no pods for it" in done.stderr, says, policy)

    def test_protected_pods(self):
        objects = [node("small"), *self.low, pod("new", 6, priority=9000)]
        self.assertEqual(self.victims(self.preempt("new", "--avoid", "a", objects=objects)), ["b"])
        self.assertEqual(self.victims(self.preempt("new", "--keep", "default/a", objects=objects)), ["b"])
        refused = self.preempt("new", "--keep", "a", "--keep", "b", objects=objects, code=cli.REFUSED)
        self.assertFalse(refused["fits"])
        self.assertEqual(refused["nodes"][0], {"node": "small", "helps": False, "reason": "InsufficientResource",
                                               "resolvable": True, "resource": "cpu"})

    def test_the_resource_that_remains_short_is_named(self):
        def asks(name, gpus, priority, **more):
            made = pod(name, 1, "LS", priority, **more)
            made["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] = str(gpus)
            return made

        there = node("small")
        there["status"]["allocatable"]["nvidia.com/gpu"] = "2"
        objects = [there, asks("low", 1, 5000, where="small"), asks("new", 3, 9000)]
        row, = self.preempt("new", objects=objects, code=cli.REFUSED)["nodes"]
        self.assertEqual((row["reason"], row["resource"]), ("InsufficientResource", "nvidia.com/gpu"))
        done = self.run_ctl("preempt", "-f", "objects.json", "--machine-synthetic", SMALL, "new", code=cli.REFUSED)
        self.assertIn("evictions help on 0/1 nodes: 1 InsufficientResource (nvidia.com/gpu)", done.stderr)
        self.assertIn("InsufficientResource (nvidia.com/gpu)", done.stdout)
        # CPUs are short now, and GPUs are once pods are evicted.
        objects[1] = pod("low", 16, "LS", 5000, where="small")
        row, = self.preempt("new", objects=objects, code=cli.REFUSED)["nodes"]
        self.assertEqual(row["resource"], "nvidia.com/gpu")
        # No node has the resource.
        del there["status"]["allocatable"]["nvidia.com/gpu"]
        row, = self.preempt("new", objects=objects, code=cli.REFUSED)["nodes"]
        self.assertEqual(row["resource"], "nvidia.com/gpu")

    def test_orders_of_victims(self):
        objects = [node("small"), pod("two", 8, priority=5002, where="small", cpuset="0-7"),
                   pod("x", 4, priority=5000, where="small", cpuset="8-11"),
                   pod("y", 4, priority=5001, where="small", cpuset="12-15"), pod("new", 8, priority=9000)]
        self.assertEqual(self.victims(self.preempt("new", objects=objects)), ["two"])
        self.assertEqual(self.victims(self.preempt("new", "--least-important", objects=objects)), ["y", "x"])

    def test_room_of_a_nominated_pod_is_not_reused(self):
        says = "refused: late: evictions help on 0/1 nodes: 1 NotEnoughCPUs"
        done = self.run_ctl("preempt", "-f", "examples/nominated.yaml", "late", code=cli.REFUSED)
        self.assertIn(says, done.stderr)
        self.assertIn("urgent is nominated to node-d", done.stdout)
        # A nominated pod of lower priority does not have to be awaited.
        done = self.run_ctl("preempt", "-f", "examples/nominated.yaml", "late-and-small", "-o", "json")
        self.assertEqual(json.loads(done.stdout)["nominated"],
                         [{"namespace": "default", "name": "urgent", "node": "node-d"}])
        with open(os.path.join(cli.SOURCE, "examples", "nominated.yaml")) as file:
            self.write("less.yaml", file.read().replace("9999", "9499"))
        done = self.run_ctl("preempt", "-f", "less.yaml", "late")
        self.assertIn("gets CPUs", done.stdout)

    def test_a_node_where_it_fits(self):
        done = self.run_ctl("preempt", "-f", "examples/cluster.yaml", "-f", "examples/pods.yaml", "web", "--picture")
        self.assertIn("fits without evictions", done.stdout)
        self.assertIn("NoTopology, no eviction helps", done.stdout)
        self.assertIn("After:", done.stdout)
        done = self.run_ctl("preempt", "-f", "examples/gpus.yaml", "train", "-o", "yaml")
        self.assertIn("devices:", done.stdout)

    def test_usage(self):
        self.write("objects.json", json.dumps(pod("new", 1)))
        common = ("preempt", "--machine-synthetic", SMALL, "-f", "objects.json")
        self.fails(cli.USAGE, *common, says="POD")
        self.fails(cli.USAGE, *common, "", says='POD: found ""')
        self.fails(cli.USAGE, *common, "old", says='there is no pod "old" in the files')
        self.fails(cli.USAGE, *common, "new", "--keep", "old", says='--keep: there is no pod "old"')
        self.fails(cli.USAGE, *common, "new", "--avoid", "", says='--avoid: found ""')
        self.fails(cli.USAGE, *common, "new", "--budget", "0", says="--budget")
        self.fails(cli.USAGE, *common, "new", "--picture", "-o", "json", says="--picture")

    def test_guide_is_current(self):
        self.shows_what_is_printed("embed/preemption.md", 2)


if __name__ == "__main__":
    unittest.main()
