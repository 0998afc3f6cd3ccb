"""The shipped definitions of custom resources are well formed and permit everything that is written and read."""
import glob
import json
import os
import re
import unittest

import cli

try:
    import yaml
except ImportError:
    yaml = None

DIRECTORY = os.path.join(cli.SOURCE, "kubernetes", "crds")

# The device proposal's object, and an object with everything that Koordinator publishes today.
PROPOSALS_DEVICE = {
    "apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device",
    "metadata": {"name": "node-1", "annotations": {"node.koordinator.sh/gpu-checkpoints": "[]"}},
    "spec": {"devices": [
        {"health": True, "id": "GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb", "minor": 0, "type": "gpu",
         "resources": {"kubernetes.io/gpu-core": "100", "kubernetes.io/gpu-memory": "15472384Ki"}}]},
    "status": {}}
FULL_DEVICE = {
    "apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": "n"},
    "spec": {"devices": [
        {"deviceType": "gpu", "uuid": "GPU-1", "resource": {"koordinator.sh/gpu-core": 100}},
        {"type": "rdma", "id": "0000:1f:00.0", "minor": 1, "moduleID": 2, "health": False, "labels": {"a": "b"},
         "resources": {"koordinator.sh/rdma": 100},
         "topology": {"socketID": 0, "nodeID": -1, "pcieID": "0000:1e:00.0", "busID": "0000:1f:00.0"},
         "vfGroups": [{"labels": {"c": "d"}, "vfs": [{"minor": 0, "busID": "0000:1f:00.2"}]}],
         "conditions": [{"type": "Healthy", "status": "True"}]}]},
    "status": {"allocations": [{"type": "gpu", "entries": [{"name": "p", "minors": [0]}]}]}}
# The example of the CPU orchestration proposal.
PROPOSALS_NRT = {
    "apiVersion": "topology.node.k8s.io/v1alpha1", "kind": "NodeResourceTopology", "metadata": {"name": "node1"},
    "topologyPolicies": ["SingleNUMANodePodLevel"],
    "zones": [{"name": "node-0", "type": "Node", "costs": [{"name": "node-0", "value": 10}],
               "resources": [{"name": "cpu", "capacity": 20, "allocatable": 15, "available": 10}]}]}
ATTRIBUTES_NRT = {
    "apiVersion": "topology.node.k8s.io/v1alpha2", "kind": "NodeResourceTopology", "metadata": {"name": "node1"},
    "attributes": [{"name": "topologyManagerPolicy", "value": "single-numa-node"}],
    "zones": [{"name": "node-0", "type": "Node", "parent": "board", "attributes": [{"name": "a", "value": "b"}]}]}
REBIND = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "RebindResource", "metadata": {"name": "r"},
          "spec": {"nodeName": "n", "rebindAction": "RebindCPU", "deadlineInSeconds": 60},
          "status": {"phase": "Succeed", "updateTimestamp": "2022-05-30T18:00:00Z", "reason": "2 moved"}}
TYPES = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list}


def faults_of_schema(schema, path=""):
    """Returns the errors of an API server about an invalid structural schema."""
    if schema.get("x-kubernetes-int-or-string"):
        return [path + ": has a type beside int-or-string"] if "type" in schema else []
    if schema.get("type") not in TYPES:
        return [f"{path}: type {schema.get('type')}"]
    out = []
    if "properties" in schema and "additionalProperties" in schema:
        out.append(path + ": properties and additionalProperties")
    if (schema["type"] == "array") != ("items" in schema):
        out.append(path + ": items")
    for name in schema.get("required", []):
        if name not in schema.get("properties", {}):
            out.append(f"{path}: requires {name}, which it does not know")
    for name, inner in schema.get("properties", {}).items():
        out += faults_of_schema(inner, f"{path}.{name}")
    for key in ("items", "additionalProperties"):
        if key in schema:
            out += faults_of_schema(schema[key], f"{path}.{key}")
    return out


def faults(schema, value, path=""):
    """Returns the paths at which the schema rejects a value, or an API server would prune it."""
    if schema.get("x-kubernetes-int-or-string"):
        fits = isinstance(value, (int, str)) and not isinstance(value, bool)
        if fits and isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
            return [f"{path}: {value!r} does not match the pattern"]
        return [] if fits else [path + ": neither number nor text"]
    kind = TYPES[schema["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return [f"{path}: {value!r} is no {schema['type']}"]
    if kind is str and not re.search(schema.get("pattern", ""), value):
        return [f"{path}: {value!r} does not match the pattern"]
    if kind is int and value < schema.get("minimum", value):
        return [f"{path}: {value} is too low"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{path}: {value!r} is not one of {schema['enum']}"]
    if kind is list:
        return [fault for i, item in enumerate(value) for fault in faults(schema["items"], item, f"{path}[{i}]")]
    if kind is not dict:
        return []
    out = [f"{path}: has no {name}" for name in schema.get("required", []) if name not in value]
    free = schema.get("x-kubernetes-preserve-unknown-fields") or path == ".metadata"
    for name, inner in value.items():
        if name in schema.get("properties", {}):
            out += faults(schema["properties"][name], inner, f"{path}.{name}")
        elif "additionalProperties" in schema:
            out += faults(schema["additionalProperties"], inner, f"{path}.{name}")
        elif not free:
            out.append(f"{path}.{name}: would be taken away")
    return out


@unittest.skipUnless(yaml, "PyYAML is not installed")
class Definitions(cli.Case):
    def setUp(self):
        super().setUp()
        self.crds = {}
        for file in sorted(glob.glob(os.path.join(DIRECTORY, "*.yaml"))):
            with open(file) as text:
                crd = yaml.safe_load(text)
            self.crds[crd["spec"]["names"]["kind"]] = crd
            self.assertEqual(os.path.basename(file),
                             f"{crd['spec']['group']}_{crd['spec']['names']['plural']}.yaml")

    def takes(self, value):
        crd = self.crds[value["kind"]]
        group, version = value["apiVersion"].split("/")
        self.assertEqual(group, crd["spec"]["group"])
        schema = {one["name"]: one for one in crd["spec"]["versions"]}[version]["schema"]["openAPIV3Schema"]
        self.assertEqual(faults(schema, value), [])

    def output(self, *args):
        return json.loads(self.run_ctl(*args).stdout)

    def test_all_are_custom_resource_definitions(self):
        self.assertEqual(sorted(self.crds), ["Device", "NodeResourceTopology", "PodGroup", "RebindResource", "Reservation"])
        for crd in self.crds.values():
            spec, names = crd["spec"], crd["spec"]["names"]
            self.assertEqual((crd["apiVersion"], crd["kind"]),
                             ("apiextensions.k8s.io/v1", "CustomResourceDefinition"))
            self.assertEqual(crd["metadata"]["name"], f"{names['plural']}.{spec['group']}")
            self.assertEqual(spec["scope"], "Namespaced" if crd["spec"]["names"]["kind"] == "PodGroup" else "Cluster")
            self.assertEqual(names["listKind"], names["kind"] + "List")
            self.assertEqual([one["storage"] for one in spec["versions"]].count(True), 1)
            for version in spec["versions"]:
                self.assertTrue(version["served"])
                self.assertEqual(faults_of_schema(version["schema"]["openAPIV3Schema"]), [])
            if spec["group"].endswith(".k8s.io"):  # required by API servers for these groups
                self.assertIn("api-approved.kubernetes.io", crd["metadata"]["annotations"])

    def undescribed(self, schema, path=""):
        for name, inner in schema.get("properties", {}).items():
            if "description" not in inner and path + name != "metadata":  # API servers allow none there
                yield path + name
            yield from self.undescribed(inner, path + name + ".")
        for key in ("items", "additionalProperties"):
            if key in schema:
                yield from self.undescribed(schema[key], path)

    def test_every_field_is_described_and_lists_have_columns(self):
        for kind, crd in self.crds.items():
            for version in crd["spec"]["versions"]:
                self.assertEqual(list(self.undescribed(version["schema"]["openAPIV3Schema"])), [], kind)
                self.assertIn("Age", [one["name"] for one in version["additionalPrinterColumns"]], kind)

    def test_invalid_objects_are_refused(self):
        devices = self.crds["Device"]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
        for device, path in (({"type": "gpu", "minor": -1}, ".spec.devices[0].minor"),
                             ({"type": "gpu", "resources": {"koordinator.sh/gpu-memory": "16Gx"}},
                              ".spec.devices[0].resources.koordinator.sh/gpu-memory")):
            found = faults(devices, {"spec": {"devices": [device]}})
            self.assertTrue(found and found[0].startswith(path + ":"), found)
        reservations = self.crds["Reservation"]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
        for ttl, wrong in (("1d", True), ("", True), ("24h", False), ("1h30m", False), ("0s", False), ("0", False)):
            found = faults(reservations, {"spec": {"owners": [{}], "template": {}, "ttl": ttl}})
            self.assertEqual(bool(found), wrong, (ttl, found))
        for amount in ("100", "16Gi", "1e3", "500m", "1.5", "+5", 7):
            self.assertEqual(faults(devices, {"spec": {"devices": [{"type": "gpu", "resources": {"a": amount}}]}}), [])

    def test_published_objects_are_valid(self):
        for value in (PROPOSALS_DEVICE, FULL_DEVICE, PROPOSALS_NRT, ATTRIBUTES_NRT, REBIND):
            self.takes(value)

    def test_objects_of_koordctl_are_valid(self):
        self.takes(self.output("topology", "--from", "server.xml", "--node-name", "n", "--kubelet-config",
                               "kubelet.yaml", "-o", "nrt"))
        self.takes(self.output("devices", "--from", "server.xml", "--node-name", "n", "-o", "json"))
        with open(os.path.join(cli.SOURCE, "examples", "gpus.yaml")) as text:
            devices = [one for one in yaml.safe_load_all(text) if one["kind"] == "Device"]
        self.assertTrue(devices)
        for value in devices:
            self.takes(value)


if __name__ == "__main__":
    unittest.main()
