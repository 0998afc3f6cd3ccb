"""Gangs on a cluster from files: all pods are placed, or none."""
import json
import os
import random
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
                      "pod without room: worker-3; nearest small-1: needs 8 CPUs; it has 4 CPUs\n", done.stderr)

    def test_the_resource_that_is_short_is_named(self):
        workers = self.workers(5, 1)
        for worker in workers:
            worker["spec"]["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] = "1"
        nodes = [node(name) for name in ("a", "b")]
        for one in nodes:
            one["status"]["allocatable"]["nvidia.com/gpu"] = "2"
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": nodes + workers}))
        done = self.run_ctl("gang", "-f", "objects.json", "--machine-synthetic", "a=pack:1 core:8 pu:1", "--machine-synthetic",
                            "b=pack:1 core:8 pu:1", "-o", "json", code=cli.REFUSED)
        self.assertIn("the first pod without room: worker-4; nearest a: needs 1 of nvidia.com/gpu; it has 0 of "
                      "nvidia.com/gpu\n", done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual({entry["state"] for entry in result["pods"]}, {"refused"})
        self.assertEqual({entry["pods"] for entry in result["nodes"]}, {0})

    def test_gang_groups_are_not_read(self):
        key = "gang.scheduling.koordinator.sh/"
        for groups, says in (('["default/a","default/b"]', True), ('["default/a"]', False), ("[", False), (None, False)):
            members = [pod("a", 1, annotations={key + "name": "a", key + "min-available": "1", key + "groups": groups}),
                       pod("b", 1, annotations={key + "name": "b", key + "min-available": "1"})]
            stderr = self.gang(pods=members).stderr
            self.assertEqual(stderr.count("gang groups (annotation"), int(says), groups)

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

    def test_many_members_do_not_exclude_a_node_many_times(self):
        """A query excludes at most 65536 nodes: each node that the filters refuse counts once."""
        nodes = [node(f"n{i}", 1) for i in range(1000)]
        for i, each in enumerate(nodes):
            each["metadata"]["labels"] = {"zone": str(i % 10)}
        members = [pod(f"m{i}", "100m", qos="LS", annotations={self.NAMED: "g", self.LEAST: "80"}) for i in range(80)]
        for member in members:
            member["spec"]["nodeSelector"] = {"zone": "1"}
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": nodes + members}))
        for command in ("gang", "simulate"):
            result = json.loads(self.run_ctl(command, "-f", "objects.json", "-o", "json").stdout)
            self.assertEqual([gang["placed"] for gang in result["gangs"]], [80])

    def test_members_with_wrong_requests_are_left_out(self):
        """The gang starts without them if enough others are there, and is refused for what those lack."""
        annotations = {self.NAMED: "g", self.LEAST: "2"}
        wrong = pod("a-wrong", 1, qos="LS", annotations=annotations)
        wrong["spec"]["containers"][0]["resources"]["limits"]["koordinator.sh/gpu"] = "150"
        for command in ("gang", "simulate"):
            gang, _ = self.outcome(wrong, *self.members(2, annotations=annotations, name="r"), command=command,
                                   code=cli.OK if command == "gang" else cli.REFUSED)
            self.assertEqual(gang, [("g", 2, 3, 2)])
            gang, done = self.outcome(wrong, *self.members(2, annotations=annotations, name="r", cpu=64),
                                      command=command, code=cli.REFUSED)
            self.assertEqual(gang, [("g", 2, 3, 0)])
            self.assertIn("the first pod without room: r0", done.stderr)
            self.assertNotIn("without room: a-wrong", done.stderr)
            gang, done = self.outcome(wrong, *self.members(1, annotations=annotations, name="r"), command=command,
                                      code=cli.REFUSED)
            self.assertIn("a-wrong: the request is wrong on every node", done.stderr)

    def members(self, n, labels=None, annotations=None, spec=None, name="a", cpu=4):
        out = []
        for i in range(n):
            member = pod(f"{name}{i}", cpu, qos="LSR", annotations=annotations)
            member["metadata"]["labels"].update(labels or {})
            member["spec"].update(spec or {})
            out.append(member)
        return out

    def group(self, name, spec, version="scheduling.sigs.k8s.io/v1alpha1"):
        return {"apiVersion": version, "kind": "PodGroup", "metadata": {"name": name}, "spec": spec}

    def outcome(self, *objects, code=cli.OK, args=(), command="gang"):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": list(objects)}))
        done = self.run_ctl(command, "-f", "objects.json", "--machine-synthetic", SMALL, "-o", "json", *args, code=code)
        result = json.loads(done.stdout)
        return [(gang["name"], gang["needed"], gang["members"], gang["placed"]) for gang in result["gangs"]], done

    NAMED = "gang.scheduling.koordinator.sh/name"
    LEAST = "gang.scheduling.koordinator.sh/min-available"
    LABEL = "pod-group.scheduling.sigs.k8s.io"

    # The machine has 16 CPUs, so three members with five CPUs fit, and a fourth does not.
    def test_the_least_members_that_are_stated(self):
        native = self.group("g", {"schedulingPolicy": {"gang": {"minCount": 2}}}, "scheduling.k8s.io/v1beta1")
        for objects in (
                [self.group("g", {"minMember": 2})] + self.members(4, {self.LABEL: "g"}, cpu=5),
                self.members(4, annotations={self.NAMED: "g", self.LEAST: "2"}, cpu=5),
                [native] + self.members(4, spec={"schedulingGroup": {"podGroupName": "g"}}, cpu=5),
                # The label takes precedence over annotations, as in the plugin.
                [self.group("g", {"minMember": 2})] +
                self.members(4, {self.LABEL: "g"}, {self.NAMED: "other", self.LEAST: "4"}, cpu=5)):
            self.assertEqual(self.outcome(*objects)[0], [("g", 2, 4, 3)])
            text = self.run_ctl("gang", "-f", "objects.json", "--machine-synthetic", SMALL).stdout
            self.assertTrue(text.endswith("\ngang g: 3 placed (2 needed)\n"), text)
            simulated = self.outcome(*objects, command="simulate", code=cli.REFUSED)
            self.assertEqual(simulated[0], [("g", 2, 4, 3)])

    def test_too_few_fit(self):
        gang, done = self.outcome(self.group("g", {"minMember": 4}), *self.members(4, {self.LABEL: "g"}, cpu=5),
                                  code=cli.REFUSED)
        self.assertEqual(gang, [("g", 4, 4, 0)])
        self.assertIn("refused: gang g: needs 4 pods to fit at once; at most 3 fit; the first pod without room", done.stderr)
        _, done = self.outcome(self.group("g", {"minMember": 4}), *self.members(4, {self.LABEL: "g"}, cpu=5),
                               code=cli.REFUSED, command="simulate")
        self.assertEqual(done.stderr.count("gang g: needs 4 pods to fit at once"), 4)

    def test_incomplete_gangs_wait(self):
        gang, done = self.outcome(self.group("g", {"minMember": 3}), *self.members(2, {self.LABEL: "g"}), code=cli.REFUSED)
        self.assertEqual(gang, [("g", 3, 2, 0)])
        self.assertIn("refused: gang g: needs 3 pods; there are 2\n", done.stderr)
        gang, done = self.outcome(*self.members(2, {self.LABEL: "g"}), code=cli.REFUSED, command="simulate")
        self.assertEqual(gang, [("g", 0, 2, 0)])
        self.assertIn("gang g: PodGroup g does not exist\n", done.stderr)
        for command in ("gang", "simulate"):
            done = self.run_ctl(command, "-f", "objects.json", "--machine-synthetic", SMALL, code=cli.REFUSED)
            self.assertTrue(done.stdout.endswith("\ngang g: 0 placed (PodGroup g does not exist)\n"), done.stdout)
        # A PodGroup of another namespace does not count.
        other = self.group("g", {"minMember": 2})
        other["metadata"]["namespace"] = "elsewhere"
        self.assertEqual(self.outcome(other, *self.members(2, {self.LABEL: "g"}), code=cli.REFUSED)[0], [("g", 0, 2, 0)])

    def test_members_that_run_count(self):
        running = bound("there", "small", "0-4", cpu=5, qos="LSR")
        running["metadata"]["labels"][self.LABEL] = "g"
        gang, _ = self.outcome(self.group("g", {"minMember": 3}), running, *self.members(3, {self.LABEL: "g"}, cpu=5))
        self.assertEqual(gang, [("g", 3, 4, 3)])

    def test_several_gangs_and_pods_of_none(self):
        objects = [self.group("a", {"minMember": 2}), self.group("b", {"minMember": 3})] + \
            self.members(2, {self.LABEL: "a"}, cpu=4) + self.workers(1, 2) + self.members(3, {self.LABEL: "b"}, name="b", cpu=3)
        gangs, done = self.outcome(*objects, code=cli.REFUSED)
        self.assertEqual(gangs, [("a", 2, 2, 2), ("b", 3, 3, 0)])
        states = {entry["name"]: entry["state"] for entry in json.loads(done.stdout)["pods"]}
        self.assertEqual([states[name] for name in ("a0", "a1", "worker-0", "b0", "b1", "b2")], ["placed"] * 3 + ["refused"] * 3)
        explained = self.run_ctl("explain", "-f", "objects.json", "--machine-synthetic", SMALL, "b0").stdout
        self.assertTrue(explained.endswith("gang b needs 3 of its 3 members to fit at once\n"), explained)

    def test_any_members_may_be_those_that_fit(self):
        members = self.members(4, {self.LABEL: "g"}, cpu=4)
        members[0]["spec"]["containers"][0]["resources"]["limits"]["cpu"] = "20"
        gang, _ = self.outcome(self.group("g", {"minMember": 1}), *members)
        self.assertEqual(gang, [("g", 1, 4, 3)])

    def test_members_that_fit_nowhere_stop_no_others(self):
        """A gang is placed if enough members fit, also if those that fit nowhere come first by uid."""
        draw = random.Random(int(os.environ.get("KOORD_SEED", "0")))
        for _ in range(12):
            sizes = [draw.choice((4, 20)) for _ in range(draw.randrange(2, 7))]
            needed = draw.randrange(2, len(sizes) + 1)
            members = self.members(len(sizes), {self.LABEL: "g"})
            for member, cpu in zip(members, sizes):
                member["metadata"]["uid"] = f"{draw.randrange(10**9):09}"
                member["spec"]["containers"][0]["resources"]["limits"]["cpu"] = str(cpu)
            fitting = min(sizes.count(4), 4)
            placed = fitting if fitting >= needed else 0
            for command in ("gang", "simulate"):
                with self.subTest(sizes=sizes, needed=needed, command=command):
                    gang, done = self.outcome(self.group("g", {"minMember": needed}), *members, code=None, command=command)
                    self.assertEqual(gang, [("g", needed, len(sizes), placed)])
                    if not placed:
                        self.assertIn(f"needs {needed} pods to fit at once; at most {fitting} fit", done.stderr)

    def test_on_few_nodes_with_a_minimum(self):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items":
                                               [self.group("g", {"minMember": 2})] + self.members(5, {self.LABEL: "g"})}))
        done = self.run_ctl("gang", "-f", "objects.json", "--machine-synthetic", SMALL + ",copies=2", "--max-nodes", "1")
        self.assertIn("gang g: 4 placed (2 needed)", done.stdout)

    def test_odd_groups(self):
        for spec, says in (({"minMember": "2"}, "spec.minMember: found string"), ({"minMember": 1 << 40}, "found 1099511627776"),
                           ({"minMember": 1.5}, "found 1.5")):
            self.write("objects.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": [
                self.group("g", spec), *self.members(1, {self.LABEL: "g"})]}))
            args = ("gang", "-f", "objects.json", "--machine-synthetic", SMALL)
            self.fails(cli.ENVIRONMENT, *args, "--strict", says=says)
            done = self.run_ctl(*args, code=None)
            self.assertIn(says, done.stderr)
            self.assertIn("; the object is ignored", done.stderr)
        for least, needed in (("many", 1), ("-2", 1), ("", 1), ("+2", 2), ("99999999999", 1)):
            gang, _ = self.outcome(*self.members(2, annotations={self.NAMED: "g", self.LEAST: least}))
            self.assertEqual(gang, [("g", needed, 2, 2)])

    def test_guide_is_current(self):
        self.shows_what_is_printed("embed/gang.md", 1)


if __name__ == "__main__":
    unittest.main()
