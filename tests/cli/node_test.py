"""koordctl node: pools and reports of a node from files."""
import json
import unittest

import cli
import node_tree
from node_tree import WEB


class Node(node_tree.Case):
    def test_pools(self):
        found = self.json("pools")
        self.assertEqual(found["node"], "node-a")
        self.assertEqual(found["shared"], "0-3,6-35,38-63")
        self.assertEqual(found["exclusive"], "4-5,36-37")
        self.assertEqual(found["bestEffort"], "0-63")
        self.assertEqual([(part["socket"], part["numaNode"], part["shared"]) for part in found["pools"]],
                         [(0, 0, "0-3,6-15,32-35,38-47"), (1, 1, "16-31,48-63")])
        self.assertEqual({row["pod"]: (row["qos"], row["place"], row["cpus"]) for row in found["pods"]},
                         {"default/web": ("LSR", "exclusive", "4-5,36-37"), "default/batch": ("BE", "bestEffort", "0-63")})
        annotation = json.loads(found["annotations"]["node.koordinator.sh/cpu-shared-pools"])
        self.assertEqual(annotation[1], {"socket": 1, "node": 1, "cpuset": "16-31,48-63"})
        text = self.run_ctl(*self.args("pools")).stdout
        self.assertIn("POOL       SOCKET  NUMA  CPUS  CPUSET\nshared     -       -     60    0-3,6-35,38-63\n", text)
        self.assertRegex(text, r"default/web +- +LSR +exclusive +4 +4-5,36-37 ")
        self.assertNotIn("POOL", self.run_ctl(*self.args("pools", "--no-headers")).stdout)

    def test_pools_follow_kubelet_and_reservations(self):
        kubelet = ("--kubelet-config", "kubelet.yaml", "--cpu-state", "cpu_manager_state")
        # Kubelet's entry for a pod that Koordinator places is ignored; CPU 0 is kubelet's own.
        self.assertEqual(self.json("pools", *kubelet)["kubeletReserved"], "0")
        self.assertEqual(self.json("pools", *kubelet)["shared"], "0-3,6-35,38-63")
        self.write_pods(self.pod("app", WEB), name="app.json")
        found = self.json("pools", *kubelet, pods="app.json")
        self.assertEqual(found["shared"], "0-1,4-33,36-63")
        self.assertEqual(found["reserved"], "")
        found = self.json("pools", "--reserved-cpus", "0-1,32-33")
        self.assertEqual((found["reserved"], found["shared"]), ("0-1,32-33", "2-3,6-31,34-35,38-63"))
        self.fails(cli.USAGE, *self.args("pools", "--reserved-cpus", "3-1"), says="--reserved-cpus")
        self.write("other.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: [1]\n")
        self.fails(cli.ENVIRONMENT, *self.args("pools", "--kubelet-config", "other.yaml"), says="cpuManagerPolicy")
        self.fails(cli.ENVIRONMENT, *self.args("pools", "--cpu-state", "/dev/null"), says="found nothing")

    def test_reserved_cpus_that_are_not_online(self):
        self.write("offline.yaml", "kind: KubeletConfiguration\nreservedSystemCPUs: 0,64\n")
        for command in "pools", "plan", "report":
            said = self.run_ctl(*self.args(command, "--kubelet-config", "offline.yaml")).stderr.splitlines()
            self.assertEqual([line for line in said if "reserved-cpus" in line],
                             ["koordctl: warning: kubelet does not start with this configuration: reserved-cpus: 0,64 is "
                              "not a subset of online-cpus: 0-63"], command)

    def test_isolated_cpus(self):
        machine = json.loads(self.run_ctl("topology", "--from", "server.xml", "-o", "json").stdout)
        machine["isolatedCpuset"] = "0-3,5,32-35"
        self.write("isolated.json", json.dumps(machine))
        args = ("--from", "isolated.json", "--node-name", "node-a", "-f", "node-pods.yaml", "-o", "json")
        shared = json.loads(self.run_ctl("node", "pools", *args).stdout)
        self.assertEqual((shared["shared"], shared["exclusive"]), ("0-3,6-35,38-63", "4-5,36-37"))
        excluded = json.loads(self.run_ctl("node", "pools", *args, "--isolated-cpus", "excluded").stdout)
        self.assertEqual((excluded["shared"], excluded["bestEffort"], excluded["exclusive"]),
                         ("6-31,38-63", "4,6-31,36-63", "4,36-37"))
        web = [row for row in excluded["pods"] if row["pod"] == "default/web"][0]
        self.assertIn("claims CPU 5, and isolated CPUs are only for pods that require them", web["refused"])
        # The report passes it to the scheduler.
        report = self.run_ctl("node", "report", *args[:-2], "--isolated-cpus", "excluded").stdout
        self.assertIn('"policy":"Excluded"', report.replace("\\", ""))
        self.fails(cli.USAGE, "node", "pools", *args, "--isolated-cpus", "some", says="--isolated-cpus")

    def test_suppression(self):
        used = ("--used", "node=50,pods=45,non-be-pods=30")
        found = self.json("pools", *used)["suppressed"]
        # 64 x 65 % - 30 - (50 - 45)
        self.assertEqual(found["allowanceMilli"], 6600)
        self.assertEqual(found["cpus"], "0-1,16-17,32,48-49")
        self.assertEqual(self.json("pools", *used, "--threshold", "90", "--minimum", "0")["suppressed"]
                         ["allowanceMilli"], 22600)
        self.assertEqual(self.json("pools", *used, "--be-now", "0-1")["suppressed"]["quotaMicroseconds"], 660000)
        self.assertIn("BE-suppressed", self.run_ctl(*self.args("pools", *used)).stdout)
        for value, says in (("node", "expected NAME=CPUS"), ("node=x", "expected CPUS, as"), ("nodes=1", "--used"),
                            ("node=-1", "expected CPUs"), ("node=1.2345", "expected CPUs")):
            self.fails(cli.USAGE, *self.args("pools", "--used", value), says=says.replace("CPUS, as", "CPUs, as"))
        self.fails(cli.USAGE, *self.args("pools", "--minimum", "5"), says="only with --used")

    # Selection of pods.

    def test_the_node_and_its_pods(self):
        self.write("node.json", json.dumps({"kind": "Node", "metadata": {"name": "node-a", "annotations": {
            "node.koordinator.sh/reservation": json.dumps({"reservedCPUs": "0"})}}}))
        done = self.run_ctl("node", "pools", "--from", "server.xml", "-f", "node-pods.yaml", "-f", "node.json",
                            "-o", "json")
        self.assertEqual(json.loads(done.stdout)["reserved"], "0")
        for args, says in ((("-f", "node-pods.yaml"), "--node-name: required"), ((), "give the node's pods")):
            self.fails(cli.USAGE, "node", "pools", "--from", "server.xml", *args, says=says)
        self.write("two.json", json.dumps({"kind": "NodeList", "items": [{"metadata": {"name": "a"}},
                                                                         {"metadata": {"name": "b"}}]}))
        self.fails(cli.ENVIRONMENT, "node", "pools", "--from", "server.xml", "-f", "two.json", says="a second Node")
        self.fails(cli.ENVIRONMENT, "node", "pools", "--from", "server.xml", "--node-name", "node-b", "-f",
                   "node-pods.yaml", says='none of the pods is on node "node-b", but on "node-a"')
        self.write_pods({"metadata": {"name": "pending", "uid": "u"}, "spec": {}})
        self.fails(cli.ENVIRONMENT, *self.args("pools", pods="pods.json"), says='none of the pods is on node "node-a"')
        self.write_pods()
        self.assertEqual(self.json("pools", pods="pods.json")["pods"], [])

    def test_the_pod_bound_first_has_a_cpu_that_others_claim(self):
        pods = [self.bound_since("2024-01-02T00:00:00Z", "young", "u1", "LSE", "8-11"),
                self.bound_since("2023-01-02T00:00:00Z", "old", "u2", "LSE", "8-11")]
        self.write_pods(*pods)
        self.assertEqual(self.places()["u2"], ("exclusive", "8-11"))
        self.assertEqual(self.places()["u1"][0], "shared")
        refused = [row for row in self.json("pools", pods="pods.json")["pods"] if "refused" in row]
        self.assertEqual([row["uid"] for row in refused], ["u1"])

    def test_static_pods_are_called_as_kubelet_calls_them(self):
        hash_, uid = "0123456789abcdef" * 2, "7d1f0f6e-0000-0000-0000-000000000000"
        mirror = {"kubernetes.io/config.mirror": hash_}
        self.write_pods(self.pod("etcd", uid, "LSE", "8-11", annotations=mirror))
        self.assertEqual(self.places(), {hash_: ("exclusive", "8-11")})
        # Users can write this annotation: it must not impersonate another pod or stop the agent.
        self.write_pods(self.pod("etcd", hash_, "LSE", "8-11"), self.pod("evil", uid, "LSE", "4-7", annotations=mirror))
        self.assertEqual(self.places(), {hash_: ("exclusive", "8-11")})
        self.write_pods(self.pod("web", WEB, "LSE", "8-11"),
                        self.pod("evil", uid, "BE", annotations={"kubernetes.io/config.mirror": WEB}))
        self.assertEqual(self.places()[WEB], ("exclusive", "8-11"))
        self.assertEqual(self.places()[uid][0], "bestEffort")

    def test_invalid_fields_of_one_user_do_not_affect_others(self):
        bad = {"scheduling.koordinator.sh/resource-status": "{"}
        self.write_pods(self.pod("bad", "u1", "LSE", annotations=bad), self.pod("good", "u2", "LSE", "8-11"))
        done = self.run_ctl(*self.args("pools", "-o", "json", pods="pods.json"))
        self.assertEqual({row["uid"]: row["place"] for row in json.loads(done.stdout)["pods"]},
                         {"u1": "shared", "u2": "exclusive"})
        self.assertIn('koordctl: warning: pods.json: items[0]: pod "default/bad": ', done.stderr)
        self.assertIn("; it is ignored\n", done.stderr)

    def test_hostile_lists(self):
        pod = self.pod("p", "u1")
        for items, says in (([pod, pod], 'pod "u1" is already in pods.json: items[0]'),
                            ([{"metadata": {"name": "x"}, "spec": {"nodeName": "node-a"}}], "metadata.uid: found none"),
                            (["x"], "items[0]")):
            self.write_pods(*items)
            self.fails(cli.ENVIRONMENT, *self.args("pools", pods="pods.json"), says=says)
        for text in ("", "{", "[]", "\0", "a: &a [*a]", '{"kind":"PodList","items":{}}'):
            self.write("pods.json", text)
            self.fails(cli.ENVIRONMENT, *self.args("pools", pods="pods.json"), says="pods.json")
        self.write_pods({"metadata": {"name": "x", "uid": "u", "labels": 7, "annotations": []},
                         "spec": {"nodeName": "node-a"}, "status": {"containerStatuses": [7, {"name": 7}]}})
        done = self.run_ctl(*self.args("pools", "-o", "json", pods="pods.json"))
        self.assertEqual([(row["uid"], row["place"]) for row in json.loads(done.stdout)["pods"]], [("u", "bestEffort")])
        self.assertIn("metadata.labels", done.stderr)
        self.assertIn("it is ignored", done.stderr)
        self.write_pods({"metadata": {"name": "x", "uid": "u"}, "spec": {"nodeName": "node-a", "containers": [
            {"resources": {"limits": {"cpu": "-1"}}}]}})
        done = self.run_ctl(*self.args("pools", "-o", "json", pods="pods.json"))
        self.assertEqual(json.loads(done.stdout)["pods"], [])
        self.assertIn("the pod is not managed", done.stderr)

    # Guides.

    def test_guide(self):
        self.shows_what_is_printed("operate/node.md", 1)

    # Reports.

    def test_report(self):
        found = self.json("report", "--kubelet-config", "kubelet.yaml")
        self.assertEqual(found["kind"], "List")
        self.assertEqual([(item["kind"], item["metadata"]["name"]) for item in found["items"]],
                         [("NodeResourceTopology", "node-a"), ("Device", "node-a")])
        nrt = found["items"][0]["metadata"]["annotations"]
        self.assertEqual(nrt["node.koordinator.sh/cpu-shared-pools"],
                         self.json("pools")["annotations"]["node.koordinator.sh/cpu-shared-pools"])
        self.assertEqual([item["kind"] for item in self.json("report", "--kind", "nrt")["items"]],
                         ["NodeResourceTopology"])
        text = self.run_ctl(*self.args("report", "-o", "yaml")).stdout
        self.assertTrue(text.startswith("apiVersion: v1\nkind: List\nitems:\n"), text[:80])
        hashes = {self.run_ctl(*self.args("report", "--hash")).stdout for _ in range(2)}
        hashes.add(self.run_ctl(*self.args("report", "--hash", "--reserved-cpus", "0")).stdout)
        self.assertEqual(len(hashes), 2)
        for text in hashes:
            self.assertRegex(text, r"^[0-9a-f]{16}\n$")


if __name__ == "__main__":
    unittest.main()
