"""koordctl devices: tables and objects of machines whose driver is a fake library."""
import json
import os
import shutil
import unittest

import cli

FAKE = os.environ["KOORD_FAKE_NVML_LIBRARY"]
SERVER = os.path.join(cli.SOURCE, "tests", "data", "machines", "xeon2695v4-pascal.xml")


class Devices(cli.Case):
    def devices(self, scenario, *args, code=cli.OK):
        return self.run_ctl("devices", "--from", SERVER, "--nvml", FAKE, *args, code=code,
                            env=self.environment(KOORD_FAKE_NVML=scenario))

    def object(self, scenario, *args):
        done = self.devices(scenario, "--node-name", "node1", "-o", "json", *args)
        return json.loads(done.stdout), done.stderr

    def test_table(self):
        self.assertEqual(self.devices("pascal2").stdout, """\
TYPE  MINOR  HEALTHY  NUMA  PCIE          BUS ID        MEMORY  VFS  ID
gpu   0      yes      0     0000:02:00.0  0000:04:00.0  80Gi    -    GPU-00000000-1111-2222-3333-444444444444
gpu   1      yes      0     0000:02:00.0  0000:07:00.0  80Gi    -    GPU-00000001-1111-2222-3333-444444444444
rdma  0      yes      0     0000:02:00.0  0000:08:00.0  -       -    0000:08:00.0

GPU  0    1
0    X    NV4
1    NV4  X
""")

    def test_rows_alone(self):
        lines = self.devices("pcie4", "--no-headers").stdout.splitlines()
        self.assertEqual(len(lines), 4 + 1 + 4)
        self.assertEqual([line.split()[:3] for line in lines[:5]],
                         [["gpu", str(i), "yes"] for i in range(4)] + [["rdma", "0", "yes"]])
        self.assertEqual([line.split() for line in lines[5:]],
                         [["0", "X", "PIX", "PHB", "PHB"], ["1", "PIX", "X", "PHB", "PHB"],
                          ["2", "PHB", "PHB", "X", "PIX"], ["3", "PHB", "PHB", "PIX", "X"]])

    def test_switches_and_meshes(self):
        last = self.devices("nvswitch8").stdout.splitlines()[-1].split()
        self.assertEqual(last, ["7"] + ["NV18"] * 7 + ["X"])
        first = self.devices("mesh8").stdout.splitlines()[-8].split()
        self.assertEqual(first, ["0", "X", "NV1", "NV1", "NV2", "NV2", "SYS", "SYS", "SYS"])
        row = self.devices("lost").stdout.splitlines()[-5].split()
        self.assertEqual(row, ["3", "-", "-", "-", "X", "-", "-", "-", "-"])

    def test_object(self):
        device, stderr = self.object("mesh8")
        self.assertEqual(stderr, "")
        self.assertEqual((device["apiVersion"], device["kind"], device["metadata"]["name"]),
                         ("scheduling.koordinator.sh/v1alpha1", "Device", "node1"))
        self.assertEqual(device["metadata"]["labels"],
                         {"node.koordinator.sh/gpu-driver-version": "570.124.06",
                          "node.koordinator.sh/gpu-model": "A100-SXM4-80GB",
                          "node.koordinator.sh/gpu-vendor": "nvidia"})
        links = json.loads(device["metadata"]["annotations"]["node.koordinator.sh/gpu-links"])
        self.assertEqual(len(links), 28)
        self.assertEqual(links[0], {"minors": [0, 1], "pci": "SingleSwitch", "nvlinks": 1})
        kinds = [(entry["type"], entry["minor"]) for entry in device["spec"]["devices"]]
        self.assertEqual(kinds, [("gpu", i) for i in range(8)] + [("rdma", 0)])

    def test_mig_instances(self):
        device, stderr = self.object("mig-h100-80")
        self.assertEqual(stderr, "")
        gpus = json.loads(device["metadata"]["annotations"]["node.koordinator.sh/mig-instances"])
        self.assertEqual([(gpu["minor"], gpu["max"], len(gpu["instances"])) for gpu in gpus],
                         [(0, 7, 7), (1, 7, 4), (2, 7, 1), (3, 7, 4)])
        self.assertEqual(gpus[1]["instances"][1],
                         {"uuid": "MIG-00000001-1111-2222-3333-000000000008", "profile": "2g.20gb",
                          "gi": 3, "ci": 0, "placement": "0:2"})
        rows = [line.split() for line in self.devices("mig-h100-80").stdout.splitlines()]
        self.assertIn(["GPU", "PROFILE", "GI", "CI", "PLACEMENT", "ID"], rows)
        self.assertIn(["3", "2c.4g.40gb", "1", "1", "0:4",
                       "MIG-00000003-1111-2222-3333-000000000008"], rows)
        device, stderr = self.object("mig")
        self.assertIn("GPU 0: 2 MIG instances cannot be allocated", stderr)

    def test_a_lost_gpu(self):
        device, stderr = self.object("gone")
        self.assertEqual([entry["health"] for entry in device["spec"]["devices"]],
                         [True] * 3 + [False] + [True] * 5)
        self.assertIn("GPU 3 is unhealthy: NVML error 15 (the GPU is lost)", stderr)

    def test_integrated_gpus_have_no_memory_of_their_own(self):
        device, stderr = self.object("integrated")
        gpus = [entry for entry in device["spec"]["devices"] if entry["type"] == "gpu"]
        for gpu in gpus:
            self.assertTrue(gpu["health"])
            self.assertEqual(gpu["resources"], {"koordinator.sh/gpu-core": "100", "koordinator.sh/gpu-memory-ratio": "100"})
        self.assertEqual(stderr.count("reports no memory: NVML error 3 (not supported)"), len(gpus))
        done = self.devices("integrated", "--node-name", "node1", "-o", "node")
        self.assertEqual(json.loads(done.stdout)["resources"]["koordinator.sh/gpu"], "800")

    def test_resources_of_the_node(self):
        done = self.devices("lost", "--node-name", "node1", "-o", "node")
        self.assertEqual(json.loads(done.stdout)["resources"],
                         {"koordinator.sh/gpu": "700", "koordinator.sh/gpu-core": "700",
                          "koordinator.sh/gpu-memory": "560Gi",
                          "koordinator.sh/gpu-memory-ratio": "700", "koordinator.sh/rdma": "100"})

    def test_devices_that_kubelet_assigned(self):
        gpu = "GPU-00000000-1111-2222-3333-444444444444"
        printed = ("(checkpoint.checkpointData){PodDeviceEntries:([]checkpoint.PodDevicesEntry)["
                   "{PodUID:(string)u ContainerName:(string)c ResourceName:(string)nvidia.com/gpu "
                   f"DeviceIDs:(checkpoint.DevicesPerNUMA)map[0:[{gpu}]] AllocResp:([]uint8)<nil>}}] "
                   "RegisteredDevices:(map[string][]string)map[]}")
        checksum = 2166136261
        for byte in printed.encode():
            checksum = (checksum ^ byte) * 16777619 % 2**32
        entry = {"PodUID": "u", "ContainerName": "c", "ResourceName": "nvidia.com/gpu",
                 "DeviceIDs": {"0": [gpu]}, "AllocResp": None}
        data = {"PodDeviceEntries": [entry], "RegisteredDevices": {}}
        self.write("checkpoint", json.dumps({"Data": data, "Checksum": checksum}))
        key = "node.koordinator.sh/devices-checkpoints"
        device, _ = self.object("pascal2", "--device-state", "checkpoint")
        self.assertEqual(json.loads(device["metadata"]["annotations"][key]),
                         [{"podUID": "u", "containerName": "c", "resourceName": "nvidia.com/gpu",
                           "deviceIDs": [gpu]}])
        self.write("pods.yaml", "kind: Pod\napiVersion: v1\nmetadata: {name: p, uid: u}\n"
                                "status: {phase: Failed}\n")
        device, _ = self.object("pascal2", "--device-state", "checkpoint", "-f", "pods.yaml")
        self.assertEqual(device["metadata"]["annotations"][key], "[]")
        device, _ = self.object("pascal2")
        self.assertNotIn(key, device["metadata"]["annotations"])
        self.write("checkpoint", json.dumps({"Data": data, "Checksum": 1}))
        done = self.devices("pascal2", "--device-state", "checkpoint", code=cli.ENVIRONMENT)
        self.assertIn("kubelet_internal_checkpoint", done.stderr)

    def test_yaml(self):
        text = self.devices("pascal2", "--node-name", "node1", "-o", "yaml").stdout
        self.assertIn("kind: Device\n", text)

    def test_drivers_in_trouble(self):
        for scenario, says in (("mismatch", "different versions"), ("denied", "no permission"),
                               ("count", "65 GPUs"), ("endless-uuid", "is not terminated"),
                               ("same-minor", "GPU 2 and GPU 5"), ("count-fails", "number of GPUs")):
            with self.subTest(scenario):
                done = self.devices(scenario, code=cli.ENVIRONMENT)
                self.assertFalse(done.stdout)
                self.assertIn(says, done.stderr)
        self.fails(cli.ENVIRONMENT, "devices", "--from", SERVER, "--nvml", "/nowhere/lib.so",
                   says="cannot be loaded")

    def test_other_machines_have_no_driver(self):
        done = self.run_ctl("devices", "--from", SERVER)
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], ["TYPE", "rdma"])
        self.write("annotation.json", cli.ANNOTATION)
        done = self.run_ctl("devices", "--from", "annotation.json")
        self.assertEqual(len(done.stdout.splitlines()), 1)
        self.assertIn("note: no devices were found: GPUs are read with the driver's library (--nvml)", done.stderr)
        done = self.run_ctl("devices", "--from", "annotation.json", "--no-headers")
        self.assertEqual(done.stdout, "")
        done = self.run_ctl("devices", "--from-synthetic", "pu:2", "--node-name", "n", "-o", "json")
        self.assertEqual(json.loads(done.stdout)["spec"], {"devices": []})

    def test_this_machine(self):
        device = json.loads(self.run_ctl("devices", "--node-name", "node1", "-o", "json").stdout)
        self.assertEqual(device["metadata"]["name"], "node1")
        for entry in device["spec"]["devices"]:
            self.assertIn(entry["type"], ("gpu", "rdma"))

    def tree(self, entries):
        """Creates files below root/ with these texts; a text that begins with -> creates a link."""
        for name, text in entries.items():
            path = self.path(f"root/{name}")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if text.startswith("->"):
                os.symlink(text[2:], path)
            else:
                self.write(f"root/{name}", text + "\n")

    def card(self, address, name, state, pci_class="0x020700"):
        """Returns an RDMA device in Linux's sysfs layout."""
        device = f"sys/devices/pci0000:1e/{address}"
        return {f"{device}/vendor": "0x15b3", f"{device}/device": "0x1017",
                f"{device}/class": pci_class, f"{device}/local_cpus": "1",
                f"{device}/numa_node": "0",
                f"{device}/infiniband/{name}/ports/1/state": state,
                f"{device}/infiniband/{name}/node_guid": "0002:c903:001b:b0a0",
                f"sys/bus/pci/devices/{address}": f"->../../../devices/pci0000:1e/{address}",
                f"sys/class/infiniband/{name}":
                    f"->../../devices/pci0000:1e/{address}/infiniband/{name}"}

    def test_a_directory_with_virtual_functions(self):
        cpus = "sys/devices/system/cpu"
        nodes = "sys/devices/system/node"
        self.tree({f"{cpus}/online": "0", f"{cpus}/possible": "0", f"{cpus}/present": "0",
                   f"{cpus}/cpu0/online": "1", f"{cpus}/cpu0/topology/core_id": "0",
                   f"{cpus}/cpu0/topology/physical_package_id": "0",
                   f"{cpus}/cpu0/topology/core_cpus": "1",
                   f"{cpus}/cpu0/topology/package_cpus": "1", f"{nodes}/online": "0",
                   f"{nodes}/node0/cpumap": "1",
                   f"{nodes}/node0/meminfo": "Node 0 MemTotal: 1048576 kB",
                   **self.card("0000:1f:00.0", "mlx5_1", "4: ACTIVE"),
                   **self.card("0000:1f:00.2", "mlx5_2", "4: ACTIVE"),
                   **self.card("0000:1f:00.1", "mlx5_0", "1: DOWN"),
                   "sys/devices/pci0000:1e/0000:1f:00.0/virtfn0": "->../0000:1f:00.2",
                   "sys/devices/pci0000:1e/0000:1f:00.2/physfn": "->../0000:1f:00.0"})
        done = self.run_ctl("devices", "--from", "root", "--node-name", "node1", "-o", "json")
        devices = json.loads(done.stdout)["spec"]["devices"]
        self.assertEqual([(entry["id"], entry["minor"], entry["health"]) for entry in devices],
                         [("0000:1f:00.1", 0, False), ("0000:1f:00.0", 1, True)])
        self.assertEqual(devices[1]["vfGroups"], [{"vfs": [{"minor": -1, "busID": "0000:1f:00.2"}]}])
        self.assertEqual(devices[1]["topology"]["nodeID"], 0)

    def test_guide_is_current(self):
        shutil.copy(SERVER, self.path("machine.xml"))
        self.shows_what_is_printed("operate/devices-report.md", 1)

    def test_usage(self):
        self.fails(cli.USAGE, "devices", "--from", SERVER, "-o", "json", says="--node-name")
        self.fails(cli.USAGE, "devices", "--node-name", "Not_A_Name", says="--node-name")
        self.fails(cli.USAGE, "devices", "--node-name", "", says="--node-name")
        self.fails(cli.USAGE, "devices", "--nvml", "", says="--nvml")
        self.fails(cli.USAGE, "devices", "-o", "wide", says="--output")


if __name__ == "__main__":
    unittest.main()
