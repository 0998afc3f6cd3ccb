"""Drawings of nodes with devices, and pages: every device once, valid XML, escaped and bounded text."""
import json
import re
import unittest
import xml.etree.ElementTree

import cli

SVG = "{http://www.w3.org/2000/svg}"
HTML = "<script>alert(1)</script>&'\""


def gpu(minor, numa, health=True, **more):
    return {"type": "gpu", "minor": minor, "id": f"GPU-{minor}", "health": health,
            "topology": {"socketID": numa, "nodeID": numa, "pcieID": f"switch-{numa}-{minor // 2}", "busID": f"0000:0{minor}:00.0"},
            "resources": {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory": "80Gi",
                          "koordinator.sh/gpu-memory-ratio": "100"}, **more}


def share(minor, percent):
    return {"minor": minor, "resources": {"koordinator.sh/gpu-core": str(percent),
                                          "koordinator.sh/gpu-memory-ratio": str(percent)}}


def holder(name, allocated, gpus):
    return {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "uid": name, "annotations": {
                "scheduling.koordinator.sh/device-allocated": json.dumps(allocated)}},
            "spec": {"nodeName": "n", "containers": [{"name": "main", "resources": {"limits": gpus}}]}}


class DrawingTest(cli.Case):
    def setUp(self):
        super().setUp()
        instances = [{"minor": 5, "instances": [
            {"uuid": "MIG-a", "profile": "1g.10gb", "gi": 9, "ci": 0, "placement": "0:1"},
            {"uuid": "MIG-b", "profile": "3g.40gb", "gi": 2, "ci": 0, "placement": "4:4"}]}]
        record = [{"podUID": HTML, "containerName": "c", "resourceName": "nvidia.com/gpu", "deviceIDs": ["GPU-2"]}]
        links = [{"minors": [0, 1], "nvlinks": 4}, {"minors": [2, 3], "nvlinks": 4}]
        devices = [gpu(0, 0), gpu(1, 0), gpu(2, 1), gpu(3, 1, health=False),
                   gpu(5, 1, labels={"node.koordinator.sh/gpu-mig": "enabled"}),
                   {"type": "rdma", "minor": 0, "id": HTML, "health": True, "topology": {"nodeID": 0, "pcieID": HTML},
                    "resources": {"koordinator.sh/rdma": "100"}}]
        self.device = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device",
                       "metadata": {"name": "n", "annotations": {
                           "node.koordinator.sh/mig-instances": json.dumps(instances),
                           "node.koordinator.sh/devices-checkpoints": json.dumps(record),
                           "node.koordinator.sh/gpu-links": json.dumps(links)}},
                       "spec": {"devices": devices}}
        half = {"koordinator.sh/gpu-core": "50", "koordinator.sh/gpu-memory-ratio": "50"}
        self.pods = [holder("one", {"gpu": [share(0, 50)]}, half), holder("two", {"gpu": [share(0, 50)]}, half),
                     holder("whole", {"gpu": [share(1, 100)]}, {"nvidia.com/gpu": "1"}),
                     holder("mig", {"mig-1g.10gb": [{"minor": 712, "resources": {"nvidia.com/mig-1g.10gb": "1"}}]},
                            {"nvidia.com/mig-1g.10gb": "1"})]
        self.names = ["gpu 0", "gpu 1", "gpu 2", "gpu 3", "gpu 5", "mig-1g.10gb 712", "mig-3g.40gb 656", "rdma 0"]
        self.arguments = ["simulate", "--machine", "n=server.xml", "-f", "drawn.json"]

    def draw(self, *arguments, code=cli.OK):
        self.write("drawn.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [self.device, *self.pods]}))
        return self.run_ctl(*self.arguments, *arguments, code=code).stdout

    def cards(self, text):
        root = xml.etree.ElementTree.fromstring(text)
        return root, {group.find(SVG + "title").text.split(" · ")[0]: group
                      for group in root.iter(SVG + "g") if group.get("class") == "koord-device"}

    def test_every_device_is_drawn_once(self):
        root, cards = self.cards(self.draw("-o", "svg"))
        self.assertEqual(sorted(cards), self.names)
        groups = [g for g in root.iter(SVG + "g") if g.get("class") == "koord-device"]
        self.assertEqual(len(groups), len(self.names))
        table = self.draw("--picture", "--ascii").split("\nDEVICE ")[1]
        rows = [" ".join(row.split()[:2]) for row in table.splitlines()[1:]]
        self.assertEqual(sorted(rows), self.names)

    def test_holders_have_the_class_of_their_legend(self):
        root, cards = self.cards(self.draw("-o", "svg"))
        style = "".join(each.text for each in root.iter(SVG + "style"))
        drawn = {}
        for name, card in cards.items():
            bars = [r for r in card.iter(SVG + "rect") if "koord-share" in r.get("class", "")]
            drawn[name] = [(r.get("class").replace("koord-share", "").strip(), int(r.get("width"))) for r in bars]
            for kind, _ in drawn[name]:
                if kind:
                    self.assertIn("." + kind + "{fill:", style)
        self.assertEqual(drawn["gpu 0"], [("koord-holder-0", 96), ("koord-holder-1", 96)])
        self.assertEqual(drawn["gpu 1"], [("koord-holder-2", 192)])
        self.assertEqual(drawn["gpu 2"], [("", 192)], "of an unknown pod")
        self.assertEqual(drawn["mig-1g.10gb 712"], [("koord-holder-3", 192)])
        self.assertEqual(drawn["mig-3g.40gb 656"], [])

    def test_states_differ(self):
        text = self.draw("--picture", "--ascii")
        for row in ("gpu 0 0 switch-0-0 group 0 A one (cores 50%, memory 50%); B two (cores 50%, memory 50%)",
                    "gpu 3 1 switch-1-1 group 1 unhealthy", "gpu 5 1 switch-1-2 - in MIG mode",
                    "mig-3g.40gb 656 1 switch-1-2 - free"):
            self.assertIn(row, re.sub(" +", " ", text))
        self.assertIn("? unknown pod ", text)
        self.device["metadata"]["annotations"]["node.koordinator.sh/devices-checkpoints-error"] = "cannot be read"
        self.assertRegex(self.draw("--picture", "--ascii"), r"rdma 0 .*holder unknown")

    def held(self, record, *pods):
        """Returns the states of the GPUs in the drawing of a node with this record of kubelet."""
        self.device["metadata"]["annotations"] = {"node.koordinator.sh/devices-checkpoints": json.dumps(record)}
        self.device["spec"]["devices"] = [gpu(0, 0), gpu(1, 0)]
        self.pods = list(pods)
        rows = self.draw("--picture", "--ascii", code=None).split("\nDEVICE ")[1].splitlines()[1:]
        return [re.split(" {2,}", row)[-1] for row in rows if row.startswith("gpu")]

    def test_the_allocation_of_a_replaced_card_is_not_drawn_on_the_card_with_its_minor(self):
        late = holder("late", {"gpu": [{**share(1, 100), "id": "GPU-old"}]}, {"nvidia.com/gpu": "1"})
        self.assertCountEqual(self.held([], late), ["free", "free", "A late (cores 100%, memory 100%)"])
        self.assertIn("gpu 1 (gone)", self.draw("--picture", "--ascii", code=None))
        moved = holder("moved", {"gpu": [{**share(1, 100), "id": "GPU-0"}]}, {"nvidia.com/gpu": "1"})
        self.assertEqual(self.held([], moved), ["A moved (cores 100%, memory 100%)", "free"])

    def test_drawings_agree_with_placements(self):
        entry = {"podUID": "u", "containerName": "c", "resourceName": "nvidia.com/gpu", "deviceIDs": ["GPU-0"]}
        kubelets = {"PodUID": "u", "ContainerName": "c", "ResourceName": "nvidia.com/gpu", "DeviceIDs": {"0": ["GPU-0"]}}
        unknown = "? unknown pod u (kubelet's record)"
        for record in (entry, kubelets, {**entry, "deviceIDs": ["GPU-0-_-3"], "resourceName": "nvidia.com/gpu.shared"}):
            self.assertEqual(self.held([record]), [unknown, "free"])
        ended = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "ended", "uid": "u"}, "status": {"phase": "Failed"},
                 "spec": {"nodeName": "n", "containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}
        self.assertEqual(self.held([entry], ended), ["free", "free"])
        lost = "may be that of unknown pod u, whose devices kubelet's record names otherwise"
        self.assertEqual(self.held([{**entry, "deviceIDs": ["GPU-gone"]}]), [lost, lost])
        runs = {**ended, "metadata": {"name": "runs", "uid": "r"}, "status": {"phase": "Running"}}
        unstated = "may be that of runs, whose devices no source states"
        self.assertEqual(self.held([], runs), [unstated, unstated])

    def test_text_of_objects_is_escaped_and_cut(self):
        self.device["spec"]["devices"][0]["topology"]["busID"] = "b" * 10000
        for arguments in (("-o", "svg"), ("-o", "html", "--node", "n"), ("-o", "html")):
            text = self.draw(*arguments)
            self.assertNotIn("<script", text)
            self.assertLess(len(text), 300000)
            xml.etree.ElementTree.fromstring(text.replace("<!DOCTYPE html>", ""))

    def test_pages_need_nothing_else(self):
        for arguments in (("-o", "html", "--node", "n"), ("-o", "html")):
            page = self.draw(*arguments)
            self.assertTrue(page.startswith("<!DOCTYPE html>"))
            self.assertIn("prefers-color-scheme:dark", page)
            self.assertEqual([word for word in ("href=", "src=", "@import", "url(http") if word in page], [])
        table = re.findall(r"<tr><td>([^<]*)</td>", self.draw("-o", "html", "--node", "n"))
        self.assertEqual(sorted(table), self.names)

    def claims(self, *results, uid="c-1", **more):
        """Adds a ResourceSlice that identifies GPUs 0 to 5, and a claim to these devices of it."""
        self.pods += [
            {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "s"}, "spec": {
                "driver": "gpu.nvidia.com", "nodeName": "n", "pool": {"name": "n", "generation": 1}, "devices": [
                    {"name": f"d{i}", "attributes": {"uuid": {"string": f"GPU-{i}"}}} for i in range(6)] + [{"name": "unknown"}]}},
            {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "gpus", "namespace": "ml", "uid": uid},
             "status": {"allocation": {"devices": {"results": [
                 {"request": "r", "driver": "gpu.nvidia.com", "pool": "n", "device": device} for device in results]}}, **more}}]

    def test_devices_of_claims_are_held(self):
        self.device["metadata"]["annotations"].pop("node.koordinator.sh/devices-checkpoints")
        bound = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "user", "namespace": "ml", "uid": "user"},
                 "spec": {"nodeName": "n", "resourceClaims": [{"name": "gpus", "resourceClaimName": "gpus"}], "containers": [{"name": "c"}]}}
        self.pods = [self.pods[2], bound]
        self.claims("d2", "d5", reservedFor=[{"resource": "pods", "name": "user", "uid": "user"}])
        root, cards = self.cards(self.draw("-o", "svg"))
        held = "B claim ml/gpus of pod ml/user"
        for name in ("gpu 2", "gpu 5", "mig-1g.10gb 712", "mig-3g.40gb 656"):
            self.assertIn(held, cards[name].find(SVG + "title").text)
            self.assertTrue(any("koord-holder-1" in r.get("class", "") for r in cards[name].iter(SVG + "rect")), name)
        for name in ("gpu 0", "gpu 1"):
            self.assertNotIn("claim", cards[name].find(SVG + "title").text)
        self.assertIn("gpu 2 1 switch-1-1 group 1 " + held, re.sub(" +", " ", self.draw("--picture", "--ascii")))
        self.assertIn(f"<td>{held}</td>", self.draw("-o", "html", "--node", "n"))
        self.assertIn("; GPUs 2 of 3", self.draw("-o", "html"))
        node = json.loads(self.draw("-o", "json"))["nodes"][0]
        self.assertEqual(node["claimedDevices"], [
            {"claim": "ml/gpus", "pods": ["ml/user"], "resource": "nvidia.com/gpu",
             "devices": [{"type": "gpu", "minor": 2, "id": "GPU-2"}, {"type": "gpu", "minor": 5, "id": "GPU-5"}], "isIdentified": True}])

    def test_claims_without_a_pod_or_an_identity(self):
        self.device["metadata"]["annotations"].pop("node.koordinator.sh/devices-checkpoints")
        self.claims("d0")
        text = re.sub(" +", " ", self.draw("--picture", "--ascii"))
        self.assertIn("gpu 0 0 switch-0-0 group 0 ? claim ml/gpus\n", text, "the claims of the pods to it are refused")
        self.pods = []
        self.claims("unknown")
        text = re.sub(" +", " ", self.draw("--picture", "--ascii"))
        self.assertIn("gpu 0 0 switch-0-0 group 0 may be that of claim ml/gpus, which no ResourceSlice identifies", text)
        self.assertIn("gpu 3 1 switch-1-1 group 1 unhealthy", text)
        self.assertRegex(text, r"rdma 0 .* free")
        _, cards = self.cards(self.draw("-o", "svg"))
        self.assertIn("holder unknown", [each.text for each in cards["gpu 0"].iter(SVG + "text")])
        claimed = json.loads(self.draw("-o", "json"))["nodes"][0]["claimedDevices"]
        self.assertEqual([(each["claim"], each["devices"], each["isIdentified"]) for each in claimed], [("ml/gpus", [], False)])

    def test_names_of_claims_are_escaped(self):
        """The uid of a claim is any text. It names the holder if the claim is not among the objects, as in an annotation."""
        self.device["metadata"]["annotations"]["node.koordinator.sh/claimed-devices"] = json.dumps(
            [{"podUID": HTML + "\x1b[31m", "resourceName": "nvidia.com/gpu", "deviceIDs": ["GPU-0"]}])
        for arguments in (("-o", "svg"), ("-o", "html", "--node", "n"), ("--picture",)):
            text = self.draw(*arguments)
            self.assertNotIn("\x1b", text)
            self.assertIn("? ", text)
            if arguments[0] == "-o":
                self.assertNotIn("<script", text)
                xml.etree.ElementTree.fromstring(text.replace("<!DOCTYPE html>", ""))

    def test_device_classes_are_skipped_with_one_note(self):
        self.pods = [{"apiVersion": "resource.k8s.io/v1", "kind": kind, "metadata": {"name": f"{kind.lower()}-{i}"}, "spec": {}}
                     for kind in ("DeviceClass", "ResourceClaimTemplate") for i in range(3)]
        self.write("drawn.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [self.device, *self.pods]}))
        done = self.run_ctl(*self.arguments)
        self.assertEqual([line for line in done.stderr.splitlines() if "skipped" in line],
                         ["koordctl: note: skipped 3 DeviceClass, 3 ResourceClaimTemplate"])

    def test_overview_has_every_node(self):
        self.arguments = ["simulate", "--machine", "n=server.xml", "--machine", "m=server.xml,copies=300", "-f", "drawn.json"]
        page = self.draw("-o", "html")
        self.assertEqual(page.count('class="tile"'), 301)
        own = next(tile for tile in re.findall(r'title="([^"]*)"', page) if tile.startswith("n: "))
        self.assertEqual(own, "n: 4 pods; exclusive CPUs 0 of 64; GPUs 3 of 3")
        self.pods.pop(1)
        self.assertIn("GPUs 2.5 of 3; 1 partial GPU", self.draw("-o", "html"))

    def test_many_devices_are_cut(self):
        self.device["metadata"].pop("annotations")
        self.device["spec"]["devices"] = [gpu(minor, 0) for minor in range(1030)]
        self.pods = []
        self.assertIn("and 6 more devices", self.draw("-o", "svg"))


if __name__ == "__main__":
    unittest.main()
