"""Nodes that kube-scheduler's own filters reject: taints, cordons, conditions, selectors and affinity."""
import json
import os
import unittest
from random import Random

import cli

CASES = 40
AMOUNTS = {"cpu": "8", "memory": "8Gi", "pods": "10"}


def node(name, labels=None, taints=(), cordoned=False, conditions=()):
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels or {}},
            "spec": {"taints": list(taints), "unschedulable": cordoned},
            "status": {"allocatable": AMOUNTS, "conditions": list(conditions)}}


def pod(name="p", where=None, priority=0, cpu="2", **spec):
    spec = dict(spec, containers=[{"name": "main", "resources": {"requests": {"cpu": cpu}}}], priority=priority)
    if where:
        spec["nodeName"] = where
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "default"}, "spec": spec}


def taint(text):
    """Parses "key=value:Effect"."""
    pair, effect = text.rsplit(":", 1)
    key, _, value = pair.partition("=")
    return {"key": key, "value": value, "effect": effect}


def affinity(*terms):
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(terms)}}}


def expression(key, operator, *values):
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


class NodeFilters(cli.Case):
    def ask(self, command, objects, code=cli.OK):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        name = () if command in ("simulate", "gang") else ("p",)
        return json.loads(self.run_ctl(command, "-f", "objects.json", *name, "-o", "json", code=code).stdout)

    def filtered(self, objects):
        """Returns the filter that rejects each node; all commands must agree."""
        explained = self.ask("explain", objects, None)
        answers = [{row["node"]: row["reason"] for row in explained["filtered"]}]
        for command in ("capacity", "preempt"):
            rows = self.ask(command, objects, None)["nodes"]
            answers.append({row["node"]: row["reason"] for row in rows if "message" in row})
        simulated = self.ask("simulate", objects, None)["pods"][0]
        self.assertEqual("node" in simulated, bool(explained["fitting"]))
        self.assertNotIn(simulated.get("node"), answers[0])
        self.assertEqual(answers, 3 * answers[:1])
        return answers[0]

    def placed(self, command, objects):
        return {row["name"]: row.get("node") for row in self.ask(command, objects, None)["pods"]}

    def test_taints(self):
        nodes = [node("hard", taints=[taint("gpu=only:NoSchedule")]), node("out", taints=[taint("gpu=only:NoExecute")]),
                 node("soft", taints=[taint("gpu=only:PreferNoSchedule")]), node("free")]
        for tolerations, refused in (
                ([], {"hard", "out"}),
                ([{"operator": "Exists"}], set()),
                ([{"key": "gpu", "value": "only"}], set()),
                ([{"key": "gpu", "value": "other"}], {"hard", "out"}),
                ([{"key": "gpu", "operator": "Exists", "effect": "NoSchedule"}], {"out"}),
                ([{"key": "other", "operator": "Exists"}], {"hard", "out"})):
            with self.subTest(tolerations):
                self.assertEqual(self.filtered(nodes + [pod(tolerations=tolerations)]),
                                 {name: "TaintToleration" for name in refused})

    def test_cordons_and_conditions(self):
        ready = {"type": "Ready", "status": "False"}
        nodes = [node("cordoned", cordoned=True), node("down", conditions=[ready]),
                 node("full", conditions=[{"type": "DiskPressure", "status": "True"}]),
                 node("up", conditions=[dict(ready, status="True"), {"type": "DiskPressure", "status": "False"}])]
        self.assertEqual(self.filtered(nodes + [pod()]), {"down": "TaintToleration", "full": "TaintToleration"})
        self.assertEqual(self.filtered(nodes + [pod(tolerations=[{"key": "node.kubernetes.io/not-ready",
                                                                  "operator": "Exists"}])]),
                         {"full": "TaintToleration"})
        # A taint with the effect NoExecute does not replace one with NoSchedule.
        evicting = node("down", taints=[taint("node.kubernetes.io/not-ready=:NoExecute")], conditions=[ready])
        admitted = [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute"}]
        self.assertEqual(self.filtered([evicting, pod(tolerations=admitted)]), {"down": "TaintToleration"})
        # libkoord itself rejects cordoned nodes, with or without the taint of the node lifecycle controller.
        tainted = node("cordoned", cordoned=True, taints=[taint("node.kubernetes.io/unschedulable=:NoSchedule")])
        for cordoned in (nodes[0], tainted):
            row = self.ask("capacity", [cordoned, pod()], cli.REFUSED)["nodes"][0]
            self.assertEqual((row["reason"], self.filtered([cordoned, pod()])), ("NodeUnschedulable", {}))

    def test_cordons_beside_other_refusals(self):
        """No remedy proposes to make a node schedulable that rejects the pod by its taints or labels, too."""
        cordon = taint("node.kubernetes.io/unschedulable=:NoSchedule")
        nodes = [node("tainted", cordoned=True, taints=[taint("gpu=only:NoSchedule"), cordon]),
                 node("other", {"zone": "b"}, cordoned=True, taints=[cordon]), node("same", {"zone": "a"}, cordoned=True)]
        self.assertEqual(self.filtered(nodes + [pod(nodeSelector={"zone": "a"})]),
                         {"tainted": "TaintToleration", "other": "NodeAffinity"})
        explained = self.ask("explain", nodes + [pod(nodeSelector={"zone": "a"})], cli.REFUSED)
        self.assertEqual([miss["node"] for miss in explained["misses"]], ["same"])

    def test_selectors_name_the_label(self):
        nodes = [node("a", {"zone": "a"}), node("none"), node("b", {"zone": "b", "size": "8"})]
        explained = self.ask("explain", nodes + [pod(nodeSelector={"zone": "b", "size": "9"})], cli.REFUSED)
        prefix = "didn't match the pod's node affinity/selector"
        self.assertEqual({row["node"]: row["message"] for row in explained["filtered"]},
                         {"a": prefix + ": no label size=9", "none": prefix + ": no label size=9",
                          "b": prefix + ": no label size=9"})
        # For affinity, no single missing label can be named.
        explained = self.ask("explain", nodes + [pod(affinity=affinity(expression("zone", "In", "c")))], cli.REFUSED)
        self.assertEqual({row["message"] for row in explained["filtered"]}, {prefix})

    def test_tolerated_cordons(self):
        """A pod that tolerates node.kubernetes.io/unschedulable is accepted by cordoned nodes."""
        key = "node.kubernetes.io/unschedulable"
        nodes = [node("cordoned", cordoned=True), node("tainted", cordoned=True, taints=[taint(key + "=:NoSchedule")])]
        for toleration, accepted in (({"operator": "Exists"}, True), ({"key": key, "operator": "Exists"}, True),
                                     ({"key": key}, True), ({"key": key, "effect": "NoSchedule"}, True),
                                     ({"key": key, "value": "true"}, False), ({"key": key, "effect": "NoExecute"}, False),
                                     ({"key": "gpu", "operator": "Exists"}, False)):
            with self.subTest(toleration):
                self.assertEqual(self.accepting(nodes + [pod(tolerations=[toleration])]),
                                 {"cordoned", "tainted"} if accepted else set())

    def accepting(self, objects):
        """The nodes that accept the pod p, in which all commands agree."""
        rows = self.ask("capacity", objects, None)["nodes"]
        out = {row["node"] for row in rows if row["pods"] > 0}
        rows = self.ask("preempt", objects, None)["nodes"]
        self.assertEqual({row["node"] for row in rows if row["helps"]}, out, "preempt")
        explained = self.ask("explain", objects, None)
        self.assertEqual(explained["fitting"], len(out), "explain")
        for command in ("simulate", "gang"):
            placed = {row["name"]: row.get("node") for row in self.ask(command, objects, None)["pods"]}["p"]
            self.assertIn(placed, out or {None}, command)
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        done = self.run_ctl("simulate", "--profile", "nrt-match", "-f", "objects.json", "-o", "json", code=None)
        matched = {row["name"]: row for row in json.loads(done.stdout)["pods"]}["p"]
        self.assertIn(matched.get("node"), out or {None}, "nrt-match")
        if not out:
            spec = self.ask("simulate", objects, cli.REFUSED)["pods"][0]["refusal"]
            self.assertEqual(matched["refusal"]["reasons"], spec["reasons"], "nrt-match")
        return out

    def test_commands_agree_on_random_clusters(self):
        key = "node.kubernetes.io/unschedulable"
        random = Random(int(os.environ.get("KOORD_SEED", "0")))
        sizes = set()
        for case in range(CASES):
            nodes, accepting = [], set()
            tolerates = {name: random.random() < 0.4 for name in ("gpu", key)}
            zone = random.choice(("a", "b", ""))
            for index in range(4):
                gpu, cordoned, label = random.random() < 0.3, random.random() < 0.4, random.choice("ab")
                taints = [taint("gpu=only:NoSchedule")] * gpu + [taint(key + "=:NoSchedule")] * (cordoned and index % 2)
                nodes.append(node(f"n{index}", {"zone": label}, taints, cordoned))
                if not (gpu and not tolerates["gpu"]) and not (cordoned and not tolerates[key]) and zone in ("", label):
                    accepting.add(f"n{index}")
            asked = pod(tolerations=[{"key": name, "operator": "Exists"} for name in tolerates if tolerates[name]],
                        **({"nodeSelector": {"zone": zone}} if zone else {}))
            with self.subTest(case=case):
                self.assertEqual(self.accepting(nodes + [asked]), accepting)
            sizes.add(len(accepting))
        self.assertGreater(len(sizes), 3)

    def drain(self, objects, drained, code=None):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        result = json.loads(self.run_ctl("capacity", "-f", "objects.json", "p", "--drain", drained, "-o", "json", code=code).stdout)
        return result["displaced"], result["unplaced"], {row["node"]: row["pods"] for row in result["nodes"]}

    def test_drained_pods_go_to_nodes_that_they_may_use(self):
        nodes = [node("a", {"zone": "a"}), node("c", {"zone": "c"}, [taint("gpu=only:NoSchedule")]), node("b", {"zone": "b"})]
        selecting = pod("q", "a", cpu="6", affinity=affinity(expression("zone", "In", "a", "b")))
        self.assertEqual(self.drain(nodes + [selecting, pod(cpu="2", tolerations=[{"operator": "Exists"}])], "a"),
                         (1, 0, {"a": 0, "b": 1, "c": 4}))
        bound = pod("q", "a", cpu="6", nodeSelector={"zone": "a"})
        self.assertEqual(self.drain(nodes + [bound, pod(cpu="8")], "a", cli.REFUSED), (1, 1, {"a": 0, "b": 1, "c": 0}))
        tolerant = pod("q", "a", cpu="6", nodeSelector={"zone": "c"}, tolerations=[{"key": "gpu", "operator": "Exists"}])
        self.assertEqual(self.drain(nodes + [tolerant, pod(cpu="8")], "a"), (1, 0, {"a": 0, "b": 1, "c": 0}))
        self.assertEqual(self.drain(nodes + [pod("q", "a", cpu="6"), pod(cpu="2")], "a"), (1, 0, {"a": 0, "b": 1, "c": 0}))

    def test_drained_pods_that_tolerate_cordons(self):
        nodes = [node("a"), node("b", cordoned=True)]
        for tolerations, answer in (([], (1, 1)), ([{"operator": "Exists"}], (1, 0))):
            self.assertEqual(self.drain(nodes + [pod("q", "a", tolerations=tolerations), pod()], "a")[:2], answer)

    def test_pods_that_end_with_their_node(self):
        nodes = [node("a"), node("b")]
        of_daemon = pod("q", "a", affinity=affinity({"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["a"]}]}))
        of_daemon["metadata"]["ownerReferences"] = [{"kind": "DaemonSet", "name": "q", "controller": True}]
        mirror = pod("r", "a")
        mirror["metadata"]["annotations"] = {"kubernetes.io/config.mirror": "x"}
        self.assertEqual(self.drain(nodes + [of_daemon, mirror, pod()], "a", cli.OK), (0, 0, {"a": 0, "b": 4}))
        del of_daemon["metadata"]["ownerReferences"]
        self.assertEqual(self.drain(nodes + [of_daemon, pod()], "a", cli.REFUSED)[:2], (1, 1))

    def test_drained_pods_with_unreadable_selectors(self):
        objects = [node("a"), node("b"), pod("q", "a", nodeSelector={"zone": 1}), pod()]
        self.assertEqual(self.drain(objects, "a", cli.OK)[:2], (1, 0))
        done = self.run_ctl("capacity", "-f", "objects.json", "p", "--drain", "a")
        self.assertIn("Pod default/q: spec.nodeSelector[\"zone\"]: expected text; it is ignored", done.stderr)
        self.run_ctl("capacity", "-f", "objects.json", "p", "--drain", "a", "--strict", code=cli.ENVIRONMENT)

    def test_members_of_a_gang_with_other_selectors(self):
        """Each member of a gang is placed on nodes that its own filters accept."""
        nodes = [node("a", {"zone": "a"}), node("b", {"zone": "b"}), node("c", cordoned=True)]
        tolerant = {"tolerations": [{"key": "node.kubernetes.io/unschedulable", "operator": "Exists"}]}
        members = [pod("p", cpu="6", nodeSelector={"zone": "a"}), pod("q", cpu="6", nodeSelector={"zone": "b"}),
                   pod("r", cpu="6", **tolerant)]
        self.assertEqual(self.placed("gang", nodes + members), {"p": "a", "q": "b", "r": "c"})
        group = {"apiVersion": "scheduling.sigs.k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "g", "namespace": "default"},
                 "spec": {"minMember": 3}}
        for member in members:
            member["metadata"]["labels"] = {"pod-group.scheduling.sigs.k8s.io": "g"}
        for command in ("gang", "simulate"):
            self.assertEqual(self.placed(command, nodes + [group] + members), {"p": "a", "q": "b", "r": "c"})
            crowded = [pod("s", "b", cpu="4")]
            rows = self.ask(command, nodes + crowded + [group] + members, cli.REFUSED)["pods"]
            self.assertEqual([row.get("node") for row in rows if row["name"] != "s"], [None] * 3)

    def test_large_gangs_with_selectors(self):
        """Excluded nodes count once for each member, not against the limit of one list."""
        nodes = [node(f"n{index}", {"zone": "ab"[index % 10 == 0]}) for index in range(800)]
        members = [pod(f"p{index}", cpu="8", nodeSelector={"zone": "b"}) for index in range(80)]
        placed = self.placed("gang", nodes + members)
        self.assertEqual(sorted(placed.values()), sorted(f"n{index}" for index in range(0, 800, 10)))

    def test_gangs_for_which_most_nodes_are_refused(self):
        """The pairs of member and refused node may be more than a query can exclude one by one."""
        nodes = [node(f"n{index}", {"zone": "ab"[index >= 16500]}) for index in range(16520)]
        members = [pod(f"p{index}", cpu="1m", nodeSelector={"zone": "b"}) for index in range(1020)]
        for one in nodes:
            one["status"]["allocatable"] = {"cpu": "8", "pods": "110"}
        placed = self.placed("gang", nodes + members)
        self.assertEqual({name for name in placed.values()} - {f"n{index}" for index in range(16500, 16520)}, set())

    def test_selectors_and_affinity(self):
        nodes = [node("a", {"zone": "a", "size": "8"}), node("b", {"zone": "b", "size": "big"}), node("c")]
        for spec, fits in (
                ({"nodeSelector": {"zone": "a"}}, "a"),
                ({"nodeSelector": {"zone": "a", "size": "9"}}, ""),
                ({"affinity": affinity()}, ""),
                ({"affinity": affinity({})}, ""),
                ({"affinity": affinity(expression("zone", "In", "a", "b"))}, "ab"),
                ({"affinity": affinity(expression("zone", "NotIn", "a"))}, "bc"),
                ({"affinity": affinity(expression("zone", "Exists"))}, "ab"),
                ({"affinity": affinity(expression("zone", "DoesNotExist"))}, "c"),
                ({"affinity": affinity(expression("size", "Gt", "7"))}, "a"),
                ({"affinity": affinity(expression("size", "Lt", "8"))}, ""),
                ({"affinity": affinity(expression("zone", "In"), expression("zone", "In", "b"))}, "b"),
                ({"affinity": affinity({"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["c"]}]})},
                 "c"),
                ({"nodeSelector": {"zone": "b"}, "affinity": affinity(expression("zone", "In", "a"))}, "")):
            with self.subTest(spec):
                self.assertEqual(self.filtered(nodes + [pod(**spec)]),
                                 {name: "NodeAffinity" for name in "abc" if name not in fits})

    def test_nothing_is_placed_on_a_refused_node(self):
        nodes = [node("a", {"zone": "a"}), node("b", {"zone": "b"}, taints=[taint("gpu=only:NoSchedule")])]
        tolerant = pod("q", cpu="4", tolerations=[{"operator": "Exists"}], nodeSelector={"zone": "b"})
        self.assertEqual(self.placed("simulate", nodes + [pod(cpu="4"), tolerant]), {"p": "a", "q": "b"})
        # Members of a gang are placed only on nodes that all of them may use.
        self.assertEqual(self.placed("gang", nodes + [pod(cpu="4"), pod("r", cpu="4")]), {"p": "a", "r": "a"})
        self.assertEqual(self.placed("gang", nodes + [pod(cpu="4"), pod("r", cpu="5")]), {"p": None, "r": None})
        refused = self.ask("simulate", nodes + [pod(nodeSelector={"zone": "b"})], cli.REFUSED)["pods"][0]["refusal"]
        self.assertEqual(refused["reasons"], {"NodeAffinity": 1, "TaintToleration": 1})
        self.assertEqual(refused["byNode"][0]["reason"], "NodeAffinity")

    def test_counts_of_other_nodes_stay(self):
        nodes = [node("a"), node("b", taints=[taint("gpu=only:NoSchedule")])]
        result = self.ask("capacity", nodes + [pod()])
        self.assertEqual({row["node"]: (row["pods"], row["left"]["cpu"]) for row in result["nodes"]},
                         {"a": (4, "0"), "b": (0, "8")})
        self.assertEqual((result["pods"], {row["reason"]: row["nodes"] for row in result["reasons"]}),
                         (4, {"InsufficientResource": 1, "TaintToleration": 1}))

    def test_evictions_are_of_nodes_that_may_be_used(self):
        nodes = [node("a", taints=[taint("gpu=only:NoSchedule")]), node("b")]
        low = [pod("low-a", "a", -5, "7"), pod("low-b", "b", -5, "7")]
        result = self.ask("preempt", nodes + low + [pod(cpu="6")])
        self.assertEqual([(row["node"], row["helps"]) for row in result["nodes"]], [("b", True), ("a", False)])
        self.assertEqual(result["plan"]["node"], "b")

    def test_what_no_filter_checks(self):
        spread = [{"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}]
        asked = pod(volumes=[{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}],
                    topologySpreadConstraints=spread)
        self.assertEqual(self.ask("explain", [node("a"), asked])["notChecked"], ["volumes", "topology spread"])
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [node("a"), asked]}))
        for command in ("explain", "capacity"):
            self.assertIn("Not checked: volumes, topology spread.\n",
                          self.run_ctl(command, "-f", "objects.json", "p").stdout)

    def test_malformed_fields_are_named(self):
        wrong = node("a")
        wrong["spec"]["taints"] = [{"key": 3}]
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [wrong, node("b", cordoned=True), pod()]}))
        done = self.run_ctl("simulate", "-f", "objects.json", code=cli.REFUSED)
        self.assertIn("items[0]: spec.taints[0].key: expected text; the object is ignored", done.stderr)
        self.run_ctl("simulate", "-f", "objects.json", "--strict", code=cli.ENVIRONMENT)
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List",
                                               "items": [node("a"), pod(nodeSelector={"zone": 1})]}))
        done = self.run_ctl("simulate", "-f", "objects.json", code=cli.REFUSED)
        self.assertIn("spec.nodeSelector[\"zone\"]: expected text", done.stderr)


if __name__ == "__main__":
    unittest.main()
