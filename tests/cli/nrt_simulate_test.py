"""Sessions on NodeResourceTopology objects of NFD and of the resource topology exporter: zones without cpu-topology."""
import json
import unittest

import cli

GPU = "nvidia.com/gpu"


def node(name="n", **amounts):
    allocatable = {"cpu": "16", "memory": "64Gi", "pods": "110", GPU: "8", **amounts}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name}, "status": {"allocatable": allocatable}}


def zones(name="n", policy="SingleNUMANodeContainerLevel", cpus=(8, 8), gpus=(4, 4)):
    def zone(i):
        amounts = {"cpu": cpus[i], "memory": "32Gi", GPU: gpus[i]}
        return {"name": f"node-{i}", "type": "Node",
                "resources": [{"name": key, "capacity": str(value), "allocatable": str(value), "available": str(value)}
                              for key, value in amounts.items()]}
    return {"apiVersion": "topology.node.k8s.io/v1alpha2", "kind": "NodeResourceTopology", "metadata": {"name": name},
            "topologyPolicies": [policy], "zones": [zone(i) for i in range(len(cpus))]}


def container(name="c", **limits):
    return {"name": name, "resources": {"limits": limits}}


def pod(name, *containers, labels=None):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": labels or {}},
            "spec": {"containers": list(containers)}}


def guaranteed(name, cpu, memory="1Gi"):
    return pod(name, container(cpu=str(cpu), memory=memory))


def gpus(name, count):
    return pod(name, container(**{GPU: str(count)}))


class Zones(cli.Case):
    def session(self, *objects, profile="spec", args=()):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
        done = self.run_ctl("simulate", "-f", "objects.json", "--profile", profile, *args, "-o", "json", code=None)
        self.assertIn(done.returncode, (cli.OK, cli.REFUSED), done.stderr)
        placed = json.loads(done.stdout)
        self.assertEqual(placed["profile"], profile)
        return {entry["name"]: entry for entry in placed["pods"]}

    def states(self, *objects, **more):
        return [entry["state"] for entry in self.session(*objects, **more).values()]

    def test_pods_that_share_cpus_are_aligned_by_zones(self):
        for profile in ("spec", "nrt-match"):
            states = self.states(node(), zones(), guaranteed("a", 6), guaranteed("b", 6), guaranteed("c", 3),
                                 guaranteed("d", 2), guaranteed("e", 9), profile=profile)
            self.assertEqual(states, ["placed", "placed", "refused", "placed", "refused"], profile)

    def test_extended_resources_of_zones_count(self):
        for profile in ("spec", "nrt-match"):
            states = self.states(node(), zones(), gpus("a", 3), gpus("b", 3), gpus("c", 2), gpus("d", 1), profile=profile)
            self.assertEqual(states, ["placed", "placed", "refused", "placed"], profile)

    def test_what_a_pod_got_is_recorded_by_zone_under_spec(self):
        a = self.session(node(), zones(), guaranteed("a", 6))["a"]
        self.assertEqual([entry["node"] for entry in a["numaNodeResources"]], [0])
        self.assertEqual(a["cpuSharedPools"], [])

    def test_pods_that_bind_cpus_need_their_topology(self):
        lsr = pod("lsr", container(cpu="2", memory="1Gi"), labels={"koordinator.sh/qosClass": "LSR"})
        lsr["spec"]["priority"] = 9500
        out = self.session(node(), zones(), lsr)["lsr"]
        self.assertEqual((out["state"], out["refusal"]["reasons"]), ("refused", {"NoTopology": 1}))

    def test_restricted_refuses_what_one_zone_could_hold_were_it_empty(self):
        objects = node(), zones(policy="RestrictedContainerLevel")
        self.assertEqual(self.states(*objects, guaranteed("a", 5), guaranteed("b", 5), guaranteed("c", 6)),
                         ["placed", "placed", "refused"])
        self.assertEqual(self.states(*objects, guaranteed("wide", 12, memory="40Gi")), ["placed"])
        self.assertEqual(self.states(*objects, guaranteed("uneven", 12)), ["refused"])

    def test_amounts_of_the_whole_node(self):
        for profile in ("spec", "nrt-match"):
            out = self.session(node(cpu="4"), zones(), guaranteed("a", 3), guaranteed("b", 3), profile=profile)
            self.assertEqual(out["b"]["refusal"]["reasons"], {"InsufficientResource": 1})
            self.assertEqual(self.states(node(pods="1"), zones(), gpus("a", 1), gpus("b", 1), profile=profile),
                             ["placed", "refused"])

    def test_a_report_is_warned_of_once(self):
        report = zones()
        report["zones"].append({"name": "socket-0", "type": "Socket", "resources": []})
        for profile in ("spec", "nrt-match"):
            self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [
                node(), report, *(gpus(f"p{i}", 1) for i in range(4))]}))
            done = self.run_ctl("simulate", "--profile", profile, "-f", "objects.json")
            self.assertEqual(done.stderr.count("zones[2]: not a NUMA node"), 1, done.stderr)

    def test_nrt_match_takes_containers_one_after_another(self):
        two = pod("two", container("x", **{GPU: "3"}), container("y", **{GPU: "3"}))
        self.assertEqual(self.states(node(), zones(), two, gpus("b", 2), gpus("c", 1), profile="nrt-match"),
                         ["placed", "refused", "placed"])
        scope_pod = zones(policy="SingleNUMANodePodLevel")
        self.assertEqual(self.states(node(), scope_pod, two, gpus("b", 4), gpus("c", 4), profile="nrt-match"),
                         ["refused", "placed", "placed"])

    # Only the first of topologyPolicies counts, and attributes only in kubelet's spelling.
    def test_nrt_match_reads_the_scope_once(self):
        two = pod("two", container("x", **{GPU: "3"}), container("y", **{GPU: "3"}))
        for policies, attributes, placed in (
                (["SingleNUMANodeContainerLevel", "SingleNUMANodePodLevel"], {}, "placed"),
                (["SingleNUMANodePodLevel", "SingleNUMANodeContainerLevel"], {}, "refused"),
                (["SingleNUMANodePodLevel"], {"topologyManagerScope": "container"}, "placed"),
                (["SingleNUMANodePodLevel"], {"topologyManagerScope": "Container"}, "refused"),
                (["SingleNUMANodeContainerLevel"], {"topologyManagerScope": "pod"}, "refused"),
                ([], {"topologyManagerPolicy": "single-numa-node"}, "placed")):
            report = {**zones(), "topologyPolicies": policies,
                      "attributes": [{"name": name, "value": value} for name, value in attributes.items()]}
            # Three GPUs of each zone are in use in scope container, and none in scope pod.
            self.assertEqual(self.states(node(), report, two, gpus("b", 2), gpus("c", 1), profile="nrt-match"),
                             ["placed", "refused", "placed"] if placed == "placed" else ["refused", "placed", "placed"],
                             (policies, attributes))
            # In both scopes its two containers take from one zone.
            small = pod("small", container("x", **{GPU: "3"}), container("y", **{GPU: "2"}))
            report["zones"] = zones(gpus=(5, 4))["zones"]
            self.assertEqual(self.states(node(**{GPU: "16"}), report, small, gpus("b", 4), gpus("c", 1),
                                         profile="nrt-match"),
                             ["placed", "placed", "refused"], (policies, attributes))

    def test_nrt_match_takes_from_the_zone_with_the_lowest_id(self):
        report = zones(cpus=(8, 8, 8), gpus=(1, 2, 3))
        names = ["node-10", "node-9", "node-2"]
        for zone, name in zip(report["zones"], names):
            zone["name"] = name
        # node-2 has three GPUs, node-9 two, node-10 one.
        report["zones"].insert(0, {"name": "socket-0", "type": "Socket", "resources": []})
        self.assertEqual(self.states(node(**{GPU: "16"}), report, gpus("a", 1), gpus("b", 3), gpus("c", 2), gpus("d", 2),
                                     gpus("e", 1), profile="nrt-match"),
                         ["placed", "refused", "placed", "placed", "placed"])

    def test_nrt_match_takes_what_sidecars_keep(self):
        for policy in ("SingleNUMANodeContainerLevel", "SingleNUMANodePodLevel"):
            with_sidecar = pod("a", container("main", **{GPU: "1"}))
            with_sidecar["spec"]["initContainers"] = [
                {**container("ends", **{GPU: "4"})},
                {**container("side", **{GPU: "2"}), "restartPolicy": "Always"}]
            entries = self.states(node(), zones(policy=policy, gpus=(4, 0)), with_sidecar, gpus("b", 2), gpus("c", 1),
                                  profile="nrt-match")
            # In scope pod kubelet aligns the largest requirement, which is the init container's.
            self.assertEqual(entries, ["placed", "refused", "placed"] if "Container" in policy
                             else ["placed", "refused", "refused"], policy)

    def test_nrt_match_lets_pods_that_share_pass(self):
        burstable = pod("b", {"name": "c", "resources": {"requests": {"cpu": "7", "memory": "1Gi"}}})
        again = json.loads(json.dumps(burstable))
        again["metadata"]["name"] = "again"
        self.assertEqual(self.states(node(), zones(cpus=(4, 4)), burstable, again, guaranteed("g", 2),
                                     pod("none", container()), profile="nrt-match"),
                         ["placed", "placed", "placed", "placed"])

    def test_nrt_match_aligns_nothing_under_other_policies(self):
        for policy in ("None", "BestEffortContainerLevel", "RestrictedPodLevel"):
            self.assertEqual(self.states(node(), zones(policy=policy), *(guaranteed(str(i), 5) for i in range(3)),
                                         profile="nrt-match"), ["placed"] * 3, policy)

    def test_nrt_match_scores_by_its_arguments(self):
        objects = (node("full"), zones("full", cpus=(4, 4)), node("empty"), zones("empty"), guaranteed("a", 2))
        for strategy, where in (("LeastAllocated", "empty"), ("MostAllocated", "full")):
            args = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "NodeResourceTopologyMatchArgs",
                    "scoringStrategy": {"type": strategy, "resources": [{"name": "cpu", "weight": 1}]}}
            config = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [
                {"pluginConfig": [{"name": "NodeResourceTopologyMatch", "args": args}]}]}
            for given in (args, config):
                self.assertEqual(self.session(*objects, given, profile="nrt-match")["a"]["node"], where)

    def test_bound_pods_are_in_the_reports_already(self):
        there = guaranteed("there", 8)
        there["spec"]["nodeName"] = "n"
        states = self.states(node(), zones(cpus=(0, 8)), there, guaranteed("a", 8), guaranteed("b", 1),
                             profile="nrt-match")
        self.assertEqual(states, ["bound", "placed", "refused"])

    def test_limits_of_whole_pods_are_requests(self):
        whole = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"},
                 "spec": {"resources": {"limits": {"cpu": "12", "memory": "1Gi"}}, "containers": [{"name": "c"}]}}
        states = self.states(node(), zones(policy="None"), whole, guaranteed("b", 5), guaranteed("c", 4), profile="nrt-match")
        self.assertEqual(states, ["placed", "refused", "placed"])

    def test_refusals_say_what_is_missing(self):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List",
                                               "items": [node(), zones(), guaranteed("a", 9)]}))
        done = self.run_ctl("simulate", "-f", "objects.json", "--profile", "nrt-match", code=cli.REFUSED)
        self.assertIn("refused: a: 0/1 nodes: 1 ", done.stderr)
        self.assertIn("nearest n: cannot align container: cpu: ", done.stderr)

    def test_where_the_profile_is_not(self):
        self.write("objects.json", json.dumps(node()))
        for command in (("explain", "a"), ("gang",), ("capacity", "a"), ("rebind", "n"), ("preempt", "a")):
            self.fails(cli.USAGE, *command, "-f", "objects.json", "--profile", "nrt-match", says="--profile")
        self.fails(cli.USAGE, "simulate", "--profile", "nrt-match", "--machine-synthetic", "m=pack:1 core:2 pu:1",
                   says="not with --profile nrt-match")
        self.fails(cli.USAGE, "simulate", "--profile", "nrt-match", "-f", "objects.json", "--ignore-kubelet",
                   says="not with --profile nrt-match")


if __name__ == "__main__":
    unittest.main()
