"""koordctl run --gpus: the GPUs and CPUs that a program gets, by a fake driver or a file."""
import json
import os
import subprocess
import sys
import threading
import time
import unittest

import cli

FAKE = os.environ["KOORD_FAKE_NVML_LIBRARY"]
SHOW = (sys.executable, "-c", "import json, os; print(json.dumps([os.environ.get('CUDA_VISIBLE_DEVICES'), "
        "os.environ.get('NVIDIA_VISIBLE_DEVICES'), os.environ.get('CUDA_DEVICE_ORDER'), sorted(os.sched_getaffinity(0))]))")


def uuid(gpu):
    return f"GPU-0000000{gpu}-1111-2222-3333-444444444444"


class RunGpus(cli.Case):
    def setUp(self):
        super().setUp()
        self.own = os.sched_getaffinity(0)
        self.process(1)
        topology = json.loads(self.run_ctl("topology", "--only-allowed", "-o", "json").stdout)
        self.node = min(cpu["node"] for cpu in topology["cpus"]) if "cpus" in topology else 0

    def process(self, pid, environment=b""):
        os.makedirs(self.path(f"proc/{pid}/task/{pid}"), exist_ok=True)
        for name in (f"proc/{pid}/status", f"proc/{pid}/task/{pid}/status"):
            cpus = ",".join(map(str, sorted(self.own)))
            self.write(self.path(name), f"Name:\tx\nVmSize:\t100 kB\nCpus_allowed_list:\t{cpus}\n")
        self.write(self.path(f"proc/{pid}/environ"), b"PATH=/bin\0" + environment)

    def gpu_environment(self, scenario="nvswitch8", **changes):
        kept = {name: value for name, value in self.environment().items() if "VISIBLE_DEVICES" not in name}
        return {**kept, "KOORD_FAKE_NVML": scenario, **changes}

    def start(self, *options, code=cli.OK, env=None, source=("--nvml", FAKE)):
        done = self.run_ctl("run", "--proc", "proc", *source, *options, "--", *SHOW, code=code, env=env or self.gpu_environment())
        if code != cli.OK:
            self.assertEqual(done.stdout, "")
            return done.stderr
        cuda, nvidia, order, cpus = json.loads(done.stdout)
        self.assertEqual((cuda, order), (nvidia, "PCI_BUS_ID"))
        return cuda.split(","), set(cpus)

    def refusal(self, *options, **more):
        said = self.start(*options, code=cli.REFUSED, **more)
        self.assertTrue(said.startswith("koordctl: refused: "), said)
        return said.removeprefix("koordctl: refused: ").rstrip("\n")

    def devices(self, gpus, name="gpus.json", **metadata):
        """Writes a Device object with GPUs that are given as entries."""
        resources = {f"koordinator.sh/gpu-{part}": amount for part, amount in
                     (("core", "100"), ("memory", "80Gi"), ("memory-ratio", "100"))}
        entries = [{"type": "gpu", "minor": i, "id": uuid(i), "health": True, "resources": resources, **gpu}
                   for i, gpu in enumerate(gpus)]
        document = {"apiVersion": "scheduling.koordinator.sh/v1alpha1", "kind": "Device", "metadata": {"name": "n", **metadata},
                    "spec": {"devices": entries}}
        self.write(name, json.dumps(document))
        return ("--devices", name)

    def test_the_program_gets_so_many_gpus(self):
        for count in range(1, 9):
            gpus, cpus = self.start("--gpus", str(count))
            self.assertEqual(len(set(gpus)), count)
            self.assertLessEqual(set(gpus), {uuid(gpu) for gpu in range(8)})
            self.assertLessEqual(cpus, self.own)
        # The nearest pair, by the PCIe switches of this machine.
        self.assertIn(self.start("--gpus", "2", env=self.gpu_environment("pcie4"))[0], ([uuid(0), uuid(1)], [uuid(2), uuid(3)]))

    def test_refusals_count_gpus(self):
        self.assertEqual(self.refusal("--gpus", "9"), "--gpus 9: the machine has 8 GPUs, 8 free")
        self.assertEqual(self.refusal("--gpus", "1", env=self.gpu_environment("none")),
                         "--gpus 1: this machine has no GPU: NVML reports none")
        self.assertEqual(self.refusal("--gpus", "1", env=self.gpu_environment("unloaded")),
                         "--gpus 1: this machine has no GPU: NVML: the NVIDIA driver is not loaded")
        self.assertEqual(self.refusal("--gpus", "8", env=self.gpu_environment("lost")),
                         "--gpus 8: the machine has 8 GPUs, 7 free: GPU 3 is unhealthy")
        self.assertRegex(self.refusal("--gpus", "1", source=("--nvml", "libnothing.so.7")),
                         "^--gpus 1: this machine has no GPU: NVML: no NVIDIA driver here: libnothing.so.7: ")
        self.assertEqual(self.refusal("--gpus", "1", source=self.devices([])),
                         "--gpus 1: this machine has no GPU: gpus.json lists none")
        self.assertIn("is in MIG mode", self.refusal("--gpus", "8", env=self.gpu_environment("mig-h100-80")))

    def test_gpus_of_other_processes_are_in_use(self):
        self.process(10, b"CUDA_VISIBLE_DEVICES=" + uuid(0).encode() + b",1\0NVIDIA_VISIBLE_DEVICES=7\0")
        self.process(11, b"NVIDIA_VISIBLE_DEVICES=all\0")
        self.process(12, b"NVIDIA_VISIBLE_DEVICES=GPU-00000002\0")
        self.process(13, b"CUDA_VISIBLE_DEVICES=")
        self.process(14, b"CUDA_VISIBLE_DEVICES=GPU-,,99,-1,MIG-1,x\0" + b"A=" + b"x" * 300000 + b"\0NOTHING\0")
        gpus, _ = self.start("--gpus", "4")
        self.assertEqual(set(gpus), {uuid(gpu) for gpu in range(3, 7)})
        self.assertEqual(self.refusal("--gpus", "5"), "--gpus 5: the machine has 8 GPUs, 4 free: GPU 0 is in use by process 10, "
                         "GPU 1 is in use by process 10, GPU 2 is in use by process 12, GPU 7 is in use by process 10; --share chooses GPUs in use, too")
        self.assertEqual(len(self.start("--gpus", "8", "--share")[0]), 8)
        self.assertNotIn("--share", self.refusal("--gpus", "9"))

    def test_only_gpus_of_this_process_are_chosen(self):
        for name in "CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES":
            own = self.gpu_environment(**{name: f"3,{uuid(5)}"})
            # Processes with the same GPUs are siblings, which share them.
            self.process(10, f"{name}=3,{uuid(5)}\0".encode())
            self.assertEqual(self.start("--gpus", "2", env=own)[0], [uuid(3), uuid(5)])
            self.process(11, f"{name}=3\0".encode())
            self.assertEqual(self.start("--gpus", "1", env=own)[0], [uuid(5)])
            said = self.refusal("--gpus", "3", env=own)
            self.assertIn(f"the machine has 8 GPUs, 1 free: GPU 0 is hidden by {name}", said)
            self.process(10)
            self.process(11)
        self.assertEqual(len(self.start("--gpus", "8", env=self.gpu_environment(NVIDIA_VISIBLE_DEVICES="all"))[0]), 8)
        self.assertIn("0 free", self.refusal("--gpus", "1", env=self.gpu_environment(CUDA_VISIBLE_DEVICES="")))

    def test_kubelets_pods_are_users(self):
        record = {"node.koordinator.sh/devices-checkpoints": json.dumps(
            [{"podUID": "u", "containerName": "c", "resourceName": "nvidia.com/gpu", "deviceIDs": [uuid(0)]}])}
        source = self.devices([{}, {}], annotations=record)
        self.assertEqual(self.start("--gpus", "1", source=source)[0], [uuid(1)])
        self.assertIn("GPU 0 is in use by unknown pod u", self.refusal("--gpus", "2", source=source))
        self.assertEqual(len(self.start("--gpus", "2", "--share", source=source)[0]), 2)

    def test_kubelets_replicas_are_uses_of_their_gpus(self):
        own = {"PodUID": "u", "ContainerName": "c", "ResourceName": "nvidia.com/gpu", "DeviceIDs": {"0": [uuid(0)]}}
        for entry in ({"podUID": "u", "containerName": "c", "resourceName": "nvidia.com/gpu", "deviceIDs": {"0": [uuid(0) + "::1"]}},
                      {"podUID": "u", "containerName": "c", "resourceName": "nvidia.com/gpu.shared", "deviceIDs": [uuid(0) + "-_-3"]},
                      own):  # as in kubelet's file
            source = self.devices([{}, {}], annotations={"node.koordinator.sh/devices-checkpoints": json.dumps([entry])})
            self.assertEqual(self.start("--gpus", "1", source=source)[0], [uuid(1)])
            self.assertIn("GPU 0 is in use by unknown pod u", self.refusal("--gpus", "2", source=source))

    def test_incomplete_records_of_kubelet_refuse(self):
        source = self.devices([{}, {}], annotations={"node.koordinator.sh/devices-checkpoints-error": "no \u001b[1mfile"})
        self.assertEqual(self.refusal("--gpus", "1", source=source),
                         "--gpus 1: gpus.json: kubelet's record of devices may be incomplete: \"no ?[1mfile\"; "
                         "--share chooses GPUs that may be in use, too")
        self.assertEqual(len(self.start("--gpus", "2", "--share", source=source)[0]), 2)
        self.assertEqual(self.refusal("--gpus", "3", source=source), "--gpus 3: the machine has 2 GPUs, 2 free")

    def test_numbers_count_pci_addresses(self):
        shuffled = self.gpu_environment("shuffled")  # the first PCI address has the last minor
        first = self.start("--gpus", "1", env={**shuffled, "CUDA_VISIBLE_DEVICES": "0"})[0]
        self.assertEqual(first, [uuid(0)])
        self.process(10, b"CUDA_VISIBLE_DEVICES=0\0")
        self.assertEqual(set(self.start("--gpus", "7", env=shuffled)[0]), {uuid(gpu) for gpu in range(1, 8)})
        self.assertIn(": GPU 0 is in use by process 10;", self.refusal("--gpus", "8", env=shuffled))
        # Digits of addresses may be in any case, and long domains come last.
        at = [{"id": f"PCI-{i}", "topology": {"nodeID": -1, "busID": bus}} for i, bus in
              enumerate(("10000:01:00.0", "0000:B1:00.0", "0000:a1:00.0", "0000:C1:00.0"))]
        self.assertEqual(sorted(self.start("--gpus", "3", source=self.devices(at))[0]), ["1", "2", "3"])
        self.assertIn(": GPU 0 is in use", self.refusal("--gpus", "4", source=self.devices([at[2], *at[:2], at[3]])))
        # Minors are all that is known if an address is missing.
        self.assertEqual(self.start("--gpus", "3", source=self.devices([at[1], at[2], at[3], {}]))[0], ["1", "2", uuid(3)])

    def test_both_variables_of_a_process_count(self):
        for process in (b"CUDA_VISIBLE_DEVICES=0\0NVIDIA_VISIBLE_DEVICES=" + uuid(5).encode() + b"\0",
                        b"NVIDIA_VISIBLE_DEVICES=" + uuid(5).encode() + b"\0CUDA_VISIBLE_DEVICES=0\0"):
            self.process(10, process)
            for own in self.gpu_environment(), self.gpu_environment(CUDA_VISIBLE_DEVICES="0,5,6"):
                self.assertFalse({uuid(0), uuid(5)} & set(self.start("--gpus", "1", env=own)[0]))
                self.assertIn("GPU 5 is in use by process 10", self.refusal("--gpus", "8", env=own))

    def test_numbers_as_cuda_reads_them(self):
        self.process(10, b"CUDA_VISIBLE_DEVICES=0, 1,\t+2 , " + uuid(3).encode() + b",1x\0")
        self.assertEqual(set(self.start("--gpus", "4")[0]), {uuid(gpu) for gpu in range(4, 8)})
        self.assertEqual(self.start("--gpus", "2", env=self.gpu_environment(CUDA_VISIBLE_DEVICES=" 5, 6"))[0], [uuid(5), uuid(6)])

    def test_long_values_are_cut(self):
        self.process(10, b"CUDA_VISIBLE_DEVICES=0" + b"," * 1900000 + b"1\0NVIDIA_VISIBLE_DEVICES=2\0")
        self.assertEqual(set(self.start("--gpus", "6")[0]), {uuid(gpu) for gpu in (1, *range(3, 8))})

    def test_processes_that_are_being_executed(self):
        for pid in range(20, 40):  # have an empty environment for ever
            self.process(pid)
            self.write(self.path(f"proc/{pid}/environ"), b"")
        self.process(10)
        pipe = self.path("proc/10/environ")
        os.unlink(pipe)
        os.mkfifo(pipe)
        written = threading.Event()

        def write(value):
            """Writes a value if a process has opened the pipe to read it. Closing it ends the environment."""
            try:
                file = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                return False
            os.write(file, value)
            os.close(file)
            return True

        def fill():
            while not written.is_set() and not write(b""):
                time.sleep(0.0001)
            for _ in range(20):  # until the empty environment has been read
                if not write(b""):
                    break
                time.sleep(0.0001)
            while not written.is_set() and not write(b"CUDA_VISIBLE_DEVICES=0\0"):
                time.sleep(0.0001)
            written.set()

        thread = threading.Thread(target=fill)
        thread.start()
        try:
            gpus, _ = self.start("--gpus", "7")
            self.assertTrue(written.is_set())
            self.assertNotIn(uuid(0), gpus)
        finally:
            written.set()
            thread.join()

    def test_commands_at_the_same_time_get_different_gpus(self):
        command = [cli.KOORDCTL, "run", "--nvml", FAKE, "--gpus", "1", "--",
                   sys.executable, "-c", "import os; print(os.environ['CUDA_VISIBLE_DEVICES'], flush=True); input()"]
        running = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                    env=self.gpu_environment()) for _ in range(9)]
        lines = [process.stdout.readline().strip() for process in running]
        for process in running:
            process.communicate("\n")
        self.assertEqual(sorted(lines), ["", *(uuid(gpu) for gpu in range(8))])
        for process, line in zip(running, lines):
            self.assertEqual(process.returncode, cli.OK if line else cli.REFUSED)

    def test_cpus_are_those_near_the_gpus(self):
        near = {"topology": {"socketID": 0, "nodeID": self.node, "pcieID": "0000:00:00.0", "busID": "0000:00:01.0"}}
        far = {"topology": {"socketID": 1, "nodeID": self.node + 40, "pcieID": "0000:80:00.0", "busID": "0000:80:01.0"}}
        source = self.devices([far, far, near, far])
        gpus, cpus = self.start("--gpus", "1", source=source)
        self.assertEqual(gpus, [uuid(2)])
        self.assertLessEqual(cpus, self.own)
        for count in range(1, len(cpus) + 1):
            gpus, chosen = self.start("--gpus", "1", "--cpus", str(count), source=source)
            self.assertEqual((gpus, len(chosen)), ([uuid(2)], count))
            self.assertLessEqual(chosen, cpus)
        said = self.refusal("--gpus", "1", "--cpus", str(len(self.own) + 1), source=source)
        self.assertIn(f"{len(self.own) + 1}", said)
        done = self.run_ctl("run", "--proc", "proc", *source, "--gpus", "1", "--cpus", "1", "-v", "--", "true",
                            env=self.gpu_environment())
        self.assertRegex(done.stderr, f"note: CPUs \\d+, NUMA nodes {self.node}, GPUs {uuid(2)}\n")
        # GPUs without a known NUMA node do not bind the program.
        self.assertEqual(self.start("--gpus", "4", source=self.devices([{}] * 4))[1], self.own)
        self.assertIn("--membind: the NUMA nodes of the GPUs are not known",
                      self.start("--gpus", "1", "--membind", source=self.devices([{}]), code=cli.ENVIRONMENT))

    def test_gpus_of_numa_nodes_without_cpus(self):
        far = {"topology": {"socketID": 1, "nodeID": self.node + 40, "pcieID": "0000:80:00.0", "busID": "0000:80:01.0"}}
        command = ("run", "--proc", "proc", *self.devices([far]), "--gpus", "1")
        done = self.run_ctl(*command, "--", *SHOW, env=self.gpu_environment())
        self.assertEqual(done.stderr, f"koordctl: warning: this process may not run on NUMA nodes {self.node + 40} of the GPUs; "
                         "the program keeps the CPUs of this process\n")
        self.assertEqual(set(json.loads(done.stdout)[3]), self.own)
        done = self.run_ctl(*command, "--membind", "--", "true", env=self.gpu_environment(), code=cli.ENVIRONMENT)
        self.assertEqual(done.stderr, f"koordctl: --membind: this process may not run on NUMA nodes {self.node + 40} of the GPUs\n")

    def test_reports_without_a_vendor(self):
        for labels in None, {}, {"node.koordinator.sh/gpu-vendor": None}, {"node.koordinator.sh/gpu-vendor": "nvidia"}:
            with self.subTest(labels):
                self.assertEqual(self.start("--gpus", "1", source=self.devices([{}], labels=labels, annotations=None))[0], [uuid(0)])

    def test_usage(self):
        for options, says in (((), "--cpus or --gpus is required"), (("--gpus", "0"), "--gpus"), (("--gpus", "x"), "--gpus"),
                              (("--gpus", ""), "--gpus"), (("--gpus", "65"), "--gpus"),
                              (("--cpus", "1", "--nvml", "x"), "--nvml and --devices need --gpus"),
                              (("--gpus", "1", "--bind", "FullPCPUs"), "need --cpus"),
                              (("--gpus", "1", "--cpus", "1", "--numa-nodes", "0"), "--numa-nodes"),
                              (("--gpus", "1", "--devices", ""), "--devices"), (("--gpus", "1", "--nvml", ""), "--nvml")):
            with self.subTest(options):
                self.fails(cli.USAGE, "run", *options, "--", "true", says=says)

    def test_invalid_reports(self):
        self.devices([{}])
        with open(self.path("gpus.json")) as file:
            good = json.load(file)
        entry, entries = good["spec"]["devices"][0], good["spec"]["devices"]
        amd = {"node.koordinator.sh/gpu-vendor": "amd"}
        for changes, says in (
                ({"kind": "List", "items": [good, good]}, "expected one Device object, found several"),
                ({**good, "kind": "Node"}, "expected a Device object"),
                ({**good, "metadata": {"name": "n", "labels": amd}}, 'of "amd", expected nvidia'),
                ({**good, "metadata": []}, "bad.json"), ({**good, "spec": {"devices": [1]}}, "bad.json"),
                ({**good, "spec": 1}, "bad.json"),
                ({**good, "spec": {"devices": [{**entry, "id": "GPU-1,GPU-2"}]}}, "expected a UUID"),
                ({**good, "spec": {"devices": entries * 2}}, "bad.json")):
            with self.subTest(says):
                self.write("bad.json", json.dumps(changes))
                done = self.run_ctl("run", "--gpus", "1", "--devices", "bad.json", "--", "true", code=cli.ENVIRONMENT)
                self.assertIn(says, done.stderr)
        self.fails(cli.ENVIRONMENT, "run", "--gpus", "1", "--devices", "none.json", "--", "true", says="none.json: No such file")
        self.fails(cli.ENVIRONMENT, "run", "--gpus", "1", "--nvml", "/nowhere/lib.so", "--", "true", says="cannot be loaded")


if __name__ == "__main__":
    unittest.main()
