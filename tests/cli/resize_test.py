"""Pods of the files that grow or shrink in place."""
import json
import os
import unittest

import cli
from explain_test import SMALL, node, pod


class Resize(cli.Case):
    def setUp(self):
        super().setUp()
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))

    def write_objects(self, *objects):
        self.write("objects.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))

    def resize(self, *args, code=cli.OK):
        return json.loads(self.run_ctl("resize", "-f", "objects.json", "--machine-synthetic", SMALL, *args,
                                       "-o", "json", code=code).stdout)

    def test_grows_and_shrinks_in_place(self):
        self.write_objects(pod("p", 4, where="small", cpuset="0-3"))
        grown = self.resize("p", "--cpu", "6", "--memory", "2Gi")
        self.assertEqual((grown["granted"], grown["moved"]), (True, False))
        self.assertEqual(grown["before"]["cpuset"], "0-3")
        self.assertEqual(grown["after"]["cpuset"], "0-5")
        self.assertEqual(grown["after"]["cpuRequest"], "6")
        shrunk = self.resize("p", "--cpu", "2")
        self.assertEqual(shrunk["after"]["cpuset"], "0-1")

    def test_refusals(self):
        self.write_objects(pod("p", 4, where="small", cpuset="0-3"), pod("q", 12, where="small", cpuset="4-15"))
        refused = self.resize("p", "--cpu", "6", code=cli.REFUSED)
        self.assertFalse(refused["granted"])
        self.assertEqual(refused["refusal"]["reason"], "InsufficientResource")
        done = self.run_ctl("resize", "-f", "objects.json", "--machine-synthetic", SMALL, "p", "--cpu", "6",
                            code=cli.REFUSED)
        self.assertIn("koordctl: refused: p on small: ", done.stderr)
        self.assertIn("refused", done.stdout)

    def on_a_kubelet(self, configuration):
        """Puts the pod p on a node whose kubelet has this configuration, and returns the message about a resize."""
        self.write("kubelet.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + configuration)
        report = self.run_ctl("topology", "--from-synthetic", SMALL.partition("=")[2], "--node-name", "n", "--kubelet-config",
                              "kubelet.yaml", "-o", "nrt").stdout
        self.write("report.json", report)
        self.write_objects(node("n", 16), pod("p", 2, qos="", where="n"))
        return "resize", "-f", "objects.json", "-f", "report.json", "p"

    def test_a_static_kubelet_changes_no_cpus(self):
        common = self.on_a_kubelet("cpuManagerPolicy: static\nreservedSystemCPUs: '0'\n")
        done = self.run_ctl(*common, "--cpu", "4", code=cli.REFUSED)
        self.assertIn('p on n: Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "static"', done.stderr)
        self.run_ctl(*common, "--memory", "2Gi")

    def test_a_static_memory_manager_changes_no_memory(self):
        common = self.on_a_kubelet(
            "memoryManagerPolicy: Static\nreservedMemory: [{numaNode: 0, limits: {memory: 100Mi}}]\n")
        done = self.run_ctl(*common, "--memory", "2Gi", code=cli.REFUSED)
        self.assertIn('p on n: Resize is infeasible for Guaranteed Pods alongside Memory Manager policy "Static"',
                      done.stderr)
        self.run_ctl(*common, "--cpu", "4")

    def test_other_cpus_only_where_it_may_move(self):
        held = pod("p", 4, where="small", cpuset="0-3")
        held["metadata"]["annotations"]["scheduling.koordinator.sh/numa-topology-spec"] = \
            '{"numaTopologyPolicy": "SingleNUMANode"}'
        self.write_objects(held, pod("q", 2, where="small", cpuset="4-5"))
        refused = self.resize("p", "--cpu", "8", code=cli.REFUSED)
        self.assertEqual(refused["refusal"]["reason"], "WouldMove")
        moved = self.resize("p", "--cpu", "8", "--may-move")
        self.assertEqual((moved["after"]["cpuset"], moved["moved"]), ("8-15", True))
        text = self.run_ctl("resize", "-f", "objects.json", "--machine-synthetic", SMALL, "p", "--cpu", "8",
                            "--may-move", "--picture").stdout
        for line in ("moves", "Before:", "After:"):
            self.assertIn(line, text)

    def test_containers(self):
        two = pod("p", 2, where="small", cpuset="0-3")
        two["spec"]["containers"].append({**two["spec"]["containers"][0], "name": "d"})
        self.write_objects(two)
        common = ("resize", "-f", "objects.json", "--machine-synthetic", SMALL, "p", "--cpu", "4")
        self.fails(cli.USAGE, *common, says="--container: give one of the containers of p: c, d")
        self.fails(cli.USAGE, *common, "--container", "x", says='--container: there is no container "x" in p')
        self.assertEqual(self.resize("p", "--cpu", "4", "--container", "d")["after"]["cpuset"], "0-5")

    def test_sidecars_but_no_other_init_containers(self):
        sidecar = pod("p", 2, where="small", cpuset="0-3")
        first = sidecar["spec"]["containers"][0]
        sidecar["spec"]["initContainers"] = [{**first, "name": "proxy", "restartPolicy": "Always"}, {**first, "name": "setup"}]
        self.write_objects(sidecar)
        self.assertEqual(self.resize("p", "--cpu", "4", "--container", "proxy")["after"]["cpuset"], "0-5")
        self.assertEqual(self.resize("p", "--cpu", "4")["after"]["cpuset"], "0-5", "the only container of the application")
        common = ("resize", "-f", "objects.json", "--machine-synthetic", SMALL, "p", "--cpu", "4")
        self.fails(cli.USAGE, *common, "--container", "setup",
                   says='--container: there is no container "setup" in p, expected one of c, proxy')

    def test_amounts(self):
        shares = pod("p", 2, qos="LS", where="small")
        shares["spec"]["containers"][0]["resources"]["requests"] = {"cpu": "1"}
        self.write_objects(shares, pod("waits", 1))
        self.assertEqual(self.resize("p", "--cpu", "500m:3")["after"]["cpuRequest"], "500m")
        common = ("resize", "-f", "objects.json", "--machine-synthetic", SMALL)
        for text in (":", "1:", ":1", "1:2:3"):
            self.fails(cli.USAGE, *common, "p", "--cpu", text, says="expected REQUEST or REQUEST:LIMIT")
        self.fails(cli.USAGE, *common, "p", "--memory", "8x", says='--memory: found "8x"')
        self.fails(cli.USAGE, *common, "p", "--cpu=-1", says='--cpu: found "-1", expected an amount of at least 0')
        self.fails(cli.USAGE, *common, "p", "--cpu", "1:-2", says='--cpu: found "-2"')
        self.fails(cli.USAGE, *common, "p", "--cpu", "4:2", says='--cpu: found the request "4" above the limit "2"')
        self.fails(cli.USAGE, *common, "p", "--memory", "1Gi:1G", says="above the limit")
        self.fails(cli.USAGE, *common, "p", says="--cpu AMOUNT")
        self.fails(cli.USAGE, *common, "p", "--cpu", "", says='--cpu: found ""')
        self.fails(cli.USAGE, *common, "waits", "--cpu", "2", says="POD: waits is not on a node")
        self.fails(cli.USAGE, *common, "q", "--cpu", "2", says='there is no pod "q"')

    def test_the_qos_class_stays(self):
        common = ("resize", "-f", "objects.json", "--machine-synthetic", SMALL, "p")
        says = "POD: p is %s and would be %s: Pod QOS Class may not change as a result of resizing"
        shares = pod("p", 2, qos="LS", where="small")
        for status in ({}, {"qosClass": "Guaranteed"}):
            shares["status"] = status
            self.write_objects(shares)
            self.fails(cli.USAGE, *common, "--cpu", "1:2", says=says % ("Guaranteed", "Burstable"))
            self.resize("p", "--cpu", "3")
        resources = shares["spec"]["containers"][0]["resources"]
        resources["requests"] = {"cpu": "1"}
        shares["status"] = {}
        self.write_objects(shares)
        self.fails(cli.USAGE, *common, "--cpu", "2", says=says % ("Burstable", "Guaranteed"))
        self.resize("p", "--cpu", "1500m:2")
        shares["spec"]["containers"][0]["resources"] = {}
        self.write_objects(shares)
        self.fails(cli.USAGE, *common, "--cpu", "2", says=says % ("BestEffort", "Burstable"))

    def test_guide_is_current(self):
        self.shows_what_is_printed("embed/resize.md", 1)


if __name__ == "__main__":
    unittest.main()
