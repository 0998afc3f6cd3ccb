"""Sources of machines, and invalid contents."""
import glob
import json
import os
import platform
import random
import subprocess
import tarfile
import unittest

import cli

SYNTHETIC = "pack:2 numa:1 l3:1 core:2 pu:2"


def shared_machines():
    """Returns the dumps of real machines in KOORD_SHARED, or in ../shared beside the checkout."""
    shared = os.environ.get("KOORD_SHARED", os.path.join(cli.SOURCE, "..", "shared"))
    return os.path.join(shared, "machines")


class Sources(cli.Case):
    def cpus(self, *args, input=None):
        done = self.run_ctl("topology", *args, "-o", "wide", "--no-headers", input=input)
        return done.stdout

    def summary(self, *args, input=None):
        return self.run_ctl("topology", *args, input=input).stdout.split("\n\n")[0]

    def nrt(self, form="nrt"):
        return self.run_ctl("topology", "--from", "server.xml", "--node-name", "node1", "-o", form).stdout

    def test_this_machine(self):
        text = self.summary()
        self.assertIn(f"Architecture:     {platform.machine()}", text)
        online = subprocess.run(["getconf", "_NPROCESSORS_ONLN"], capture_output=True, text=True)
        self.assertIn(f"CPUs:             {online.stdout.strip()} (", text)

    def test_xml(self):
        self.assertEqual(
            self.summary("--from", "server.xml").splitlines(),
            ["Architecture:     x86_64", "Sockets:          2", "NUMA nodes:       2",
             "L3 groups:        4", "Cores:            32", "CPUs:             64 (0-63)",
             "Threads per core: 2"])

    def test_standard_input_and_pipes(self):
        with open(self.path("server.xml")) as file:
            xml = file.read()
        expected = self.cpus("--from", "server.xml")
        self.assertEqual(self.cpus("--from", "-", input=xml), expected)
        self.assertEqual(self.cpus("--from", "-", input="\n " + self.nrt()).splitlines()[0].split()[:4],
                         ["0", "0", "32", "16"])

    def test_synthetic(self):
        self.assertIn("CPUs:             8 (0-7)", self.summary("--from-synthetic", SYNTHETIC))

    def test_node_resource_topology(self):
        self.write("node.json", self.nrt())
        self.write("node.yaml", self.nrt("nrt-yaml"))
        self.assertEqual(self.cpus("--from", "node.json"), self.cpus("--from", "node.yaml"))
        rows = self.run_ctl("topology", "--from", "node.json", "--no-headers").stdout.splitlines()
        self.assertEqual([row.split()[0] for row in rows], ["0", "1"])
        self.assertEqual(rows[0].split()[-3:], ["0-15,32-47", "10", "21"])

    def test_what_was_written(self):
        for form in "json", "yaml":
            written = self.run_ctl("topology", "--from", "server.xml", "-o", form).stdout
            self.write(f"machine.{form}", written)
            self.assertEqual(self.run_ctl("topology", "--from", f"machine.{form}", "-o", form).stdout, written)
            self.assertEqual(self.cpus("--from", f"machine.{form}"), self.cpus("--from", "server.xml"))

    def test_annotation(self):
        self.write("annotation.json", cli.ANNOTATION)
        self.assertIn("CPUs:             4 (0-3)", self.summary("--from", "annotation.json"))
        self.write("bom.json", "\ufeff" + cli.ANNOTATION)
        self.assertIn("CPUs:             4 (0-3)", self.summary("--from", "bom.json"))
        self.write("annotation.yaml", "detail:\n- {id: 0, core: 0}\n- {id: 1, core: 0}\n")
        self.assertIn("Threads per core: 2", self.summary("--from", "annotation.yaml"))

    def test_annotation_round_trip(self):
        written = self.run_ctl("topology", "--from", "server.xml", "-o", "annotation").stdout
        self.write("again.json", written)
        self.assertEqual(self.run_ctl("topology", "--from", "again.json", "-o", "annotation").stdout, written)

    def fake_sysfs(self, root):
        """Writes two CPUs of one core as the kernel exports them."""
        cpu = os.path.join(root, "sys", "devices", "system", "cpu")
        for number in (0, 1):
            topology = os.path.join(cpu, f"cpu{number}", "topology")
            os.makedirs(topology)
            for name, text in (("physical_package_id", "0"), ("core_id", "0"),
                               ("thread_siblings", "3"), ("core_cpus", "3"),
                               ("core_siblings", "3"), ("package_cpus", "3")):
                with open(os.path.join(topology, name), "w") as file:
                    file.write(text + "\n")
        for name in ("online", "possible", "present"):
            with open(os.path.join(cpu, name), "w") as file:
                file.write("0-1\n")
        os.makedirs(os.path.join(root, "proc"))
        for name in ("cpuinfo", "meminfo"):
            open(os.path.join(root, "proc", name), "w").close()

    def test_sysfs(self):
        self.fake_sysfs(self.path("dump"))
        text = self.summary("--from", "dump")
        self.assertIn("CPUs:             2 (0-1)", text)
        self.assertIn("Threads per core: 2", text)
        os.mkdir(self.path("outer"))
        os.rename(self.path("dump"), self.path("outer/inner"))
        self.assertEqual(self.summary("--from", "outer"), text)
        # hwloc variables of the caller must not select this machine.
        done = self.run_ctl("topology", "--from", "outer",
                            env=self.environment(HWLOC_COMPONENTS="synthetic,stop",
                                                 HWLOC_SYNTHETIC="pu:64", HWLOC_FSROOT="/nowhere"))
        self.assertIn("CPUs:             2 (0-1)", done.stdout)
        self.fake_sysfs(self.path("outer/second"))
        self.fails(cli.ENVIRONMENT, "topology", "--from", "outer", says="more than one")

    def test_isolated_cpus(self):
        self.fake_sysfs(self.path("dump"))
        lists = self.path("dump/sys/devices/system/cpu")

        def shown(isolated, nohz_full):
            for name, text in (("isolated", isolated), ("nohz_full", nohz_full)):
                with open(os.path.join(lists, name), "w") as file:
                    file.write(text)
            done = self.run_ctl("topology", "--from", "dump")
            return [line for line in done.stdout.split("\n\n")[0].splitlines()
                    if line.startswith(("Isolated", "nohz"))], done.stderr

        self.assertEqual(shown("1\n", "0-1\n"), (["Isolated CPUs:    1", "nohz_full CPUs:   0-1"], ""))
        written = json.loads(self.run_ctl("topology", "--from", "dump", "-o", "json").stdout)
        self.assertEqual((written["isolatedCpuset"], written["nohzFullCpuset"]), ("1", "0-1"))
        self.write("dump.json", json.dumps(written))
        self.assertEqual(json.loads(self.run_ctl("topology", "--from", "dump.json", "-o", "json").stdout), written)
        nrt = json.loads(self.run_ctl("topology", "--from", "dump", "-o", "nrt", "--node-name", "n").stdout)
        self.assertEqual(json.loads(nrt["metadata"]["annotations"]["node.koordinator.sh/isolated-cpus"]),
                         {"cpuset": "1", "nohzFull": "0-1"})
        self.write("nrt.json", json.dumps(nrt))
        self.assertIn("Isolated CPUs:    1", self.summary("--from", "nrt.json"))
        # The contents that the kernel writes without the boot parameters.
        for text in "\n", "(null)\n", "":
            self.assertEqual(shown(text, text), ([], ""))
        lines, said = shown("7-", "1")
        self.assertEqual(lines, ["nohz_full CPUs:   1"])
        self.assertIn("/sys/devices/system/cpu/isolated", said)
        self.assertEqual(shown("0-8", ""), (["Isolated CPUs:    0-1"], ""))  # isolcpus may name CPUs that do not exist

    def test_sysfs_of_real_machines(self):
        archives = glob.glob(os.path.join(shared_machines(), "*.tar.bz2"))
        if not archives:
            self.skipTest("no shared machines")
        with open(os.path.join(shared_machines(), "facts.json")) as file:
            facts = {fact["name"]: fact for fact in json.load(file)}
        for archive in archives:
            name = os.path.basename(archive).split(".")[0]
            with self.subTest(name):
                with tarfile.open(archive) as packed:
                    packed.extractall(self.path(name))
                rows = self.run_ctl("topology", "--from", name, "--only-allowed", "-o",
                                    "json").stdout
                self.assertEqual(sorted(row["cpu"] for row in json.loads(rows)["cpus"]),
                                 sorted(self.usable(facts[name])))

    def usable(self, fact):
        column = fact["cpu_columns"].index("cpu")
        return [row[column] for row in fact["cpus"]]

    def test_shipped_machines(self):
        files = glob.glob(os.path.join(cli.SOURCE, "tests", "data", "machines", "*.xml"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(os.path.basename(file)):
                self.assertIn("CPUs:", self.summary("--from", file))
                self.run_ctl("topology", "--from", file, "--devices")
                self.run_ctl("topology", "--from", file, "-o", "picture", "--devices")

    def test_only_allowed(self):
        self.assertIn("CPUs:", self.summary("--only-allowed"))
        self.assertIn("CPUs:             64", self.summary("--from", "server.xml", "--only-allowed"))
        self.write("annotation.json", cli.ANNOTATION)
        self.fails(cli.USAGE, "topology", "--from", "annotation.json", "--only-allowed",
                   says="--only-allowed")


class BadSources(cli.Case):
    def unreadable(self, name, text, says):
        self.write(name, text)
        self.fails(cli.ENVIRONMENT, "topology", "--from", name, says=says)
        self.fails(cli.ENVIRONMENT, "allocate", "--cpus", "1", "--from", name, says=says)

    def test_what_was_written_and_spoiled(self):
        written = self.run_ctl("topology", "--from", "server.xml", "-o", "json").stdout
        self.unreadable("width.json", written.replace('"smtWidth": 2', '"smtWidth": 3'),
                        says="width.json: Topology.smtWidth: found 3, expected 2")
        self.unreadable("version.json", written.replace("koord.sh/v1", "koord.sh/v2"), says="Topology.apiVersion")

    def test_missing(self):
        self.fails(cli.ENVIRONMENT, "topology", "--from", "nowhere.xml", says="cannot read nowhere.xml")
        os.mkdir(self.path("empty"))
        self.fails(cli.ENVIRONMENT, "topology", "--from", "empty", says="expected sys/devices/system")

    def test_garbage(self):
        self.unreadable("empty", "", says="empty: found nothing, expected hwloc XML")
        self.unreadable("blank", " \n\t\n", says="blank: found nothing, expected hwloc XML")
        self.unreadable("binary", random.Random(1).randbytes(4096), says="binary:")
        for text in ("hello world", "Model name: a: b\n"):
            self.unreadable("text", text, says="expected hwloc XML (lstopo machine.xml), a Topology, "
                            "NodeResourceTopology or cpu-topology annotation (JSON or YAML)")
        self.unreadable("packed.bz2", b"BZh91AY&SY" + b"\0" * 64, says="unpack it first")
        self.unreadable("page.html", "<html><body>404</body></html>", says="page.html: ")

    def test_xml(self):
        with open(self.path("server.xml")) as file:
            xml = file.read()
        for cut in range(1, len(xml) - 20, 1499):
            self.write("cut.xml", xml[:cut])
            self.fails(cli.ENVIRONMENT, "topology", "--from", "cut.xml", says="cut.xml: ")
        entities = ('<?xml version="1.0"?><!DOCTYPE topology [<!ENTITY a "aaaaaaaaaa">'
                    + "".join(f'<!ENTITY b{i} "{("&b%d;" % (i - 1) if i else "&a;") * 10}">' for i in range(9))
                    + ']><topology version="2.0">&b8;</topology>')
        self.unreadable("bomb.xml", entities, says="bomb.xml: ")
        self.unreadable("deep.xml", "<topology version='2.0'>" + "<object type='Group'>" * 100000,
                        says="deep.xml: ")

    def test_json(self):
        self.unreadable("list.json", "[1,2]", says="one JSON object")
        self.unreadable("other.json", '{"a":1}', says='neither "kind" nor "detail"')
        self.unreadable("pod.json", '{"kind":"Pod"}', says='found "Pod", expected Topology or NodeResourceTopology')
        self.unreadable("items.json", '{"kind":"List","items":[]}', says="a list of objects")
        self.unreadable("cut.json", cli.ANNOTATION[:-1], says="line 1")
        self.unreadable("deep.json", '{"detail":' + "[" * 200000, says="deep.json: ")
        self.unreadable("deep2.json", '{"detail":' + "[" * 5000 + "]" * 5000 + "}", says="deep2.json: ")
        self.unreadable("nul.json", '{"detail":"\0"}', says="nul.json: ")
        self.unreadable("none.json", '{"detail":[]}', says="none.json: ")
        self.unreadable("type.json", '{"detail":{"id":0}}', says="detail")
        self.unreadable("twice.json", '{"detail":[{"id":0},{"id":0}]}', says="twice.json: ")
        self.unreadable("huge-id.json", '{"detail":[{"id":2147483648}]}', says="id")
        self.unreadable("nodes.json", '{"detail":[{"id":0,"node":0},{"id":0,"node":1}]}', says="nodes.json: ")

    def test_ten_megabytes(self):
        rows = '{"id":0,"core":0,"socket":0,"node":0},' * 300000
        self.unreadable("large.json", '{"detail":[' + rows[:-1] + "]}", says="large.json: ")
        self.unreadable("large2.json", '{"x":"' + "x" * (10 << 20) + '","detail":[]}', says="large2.json: ")

    def test_size_limit(self):
        with open(self.path("large.xml"), "wb") as file:
            file.truncate((64 << 20) + 1)
        self.fails(cli.ENVIRONMENT, "topology", "--from", "large.xml", says="larger than 64 MiB")
        self.fails(cli.ENVIRONMENT, "topology", "--from", "/dev/zero", says="larger than 64 MiB")

    def test_yaml(self):
        self.unreadable("syntax.yaml", "kind: [a, b\n", says="syntax.yaml: YAML line ")
        self.unreadable("documents.yaml", "a: 1\n---\nb: 2\n", says="several YAML documents")
        self.unreadable("twice.yaml", "kind: a\nkind: b\n", says='key "kind" twice')
        self.unreadable("keys.yaml", "? [a]\n: 1\n", says="a key that is not text")
        self.unreadable("merge.yaml", "a: &a {b: 1}\nc:\n  <<: *a\n", says="merge keys")
        self.unreadable("depth.yaml", "a: " + "[" * 100 + "]" * 100, says="64 levels")
        self.unreadable("very-deep.yaml", "a: " + "[" * 100000, says="very-deep.yaml: ")
        self.unreadable("very-deep2.yaml", "a:\n" + "".join(" " * i + "- \n" for i in range(1, 2000)),
                        says="very-deep2.yaml: ")
        self.unreadable("self.yaml", "a: &a [*a]\n", says="alias")
        bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
            f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12))
        self.unreadable("bomb.yaml", bomb, says="200000 values")
        self.unreadable("many.yaml", "a:\n" + "- b\n" * 300000, says="200000 values")
        self.unreadable("large.yaml", "a: " + "b" * (5 << 20), says="4 MiB")
        self.unreadable("latin1.yaml", "a: \xe4\n".encode("latin1"), says="latin1.yaml: ")

    def test_kubelet_files(self):
        nrt = ("topology", "--from", "server.xml", "--node-name", "n", "-o", "nrt")
        self.write("empty", "")
        self.write("bad.yaml", "a: [")
        self.write("bad.json", '{"systemReserved": 5}')
        self.write("wrong.state", '{"policyName":"static","defaultCpuSet":"0-63","checksum":1}')
        self.fails(cli.ENVIRONMENT, *nrt, "--kubelet-config", "nowhere", says="cannot read nowhere")
        self.fails(cli.ENVIRONMENT, *nrt, "--kubelet-config", "empty",
                   says="empty: found nothing, expected a KubeletConfiguration")
        self.fails(cli.ENVIRONMENT, *nrt, "--kubelet-config", "bad.yaml", says="bad.yaml: YAML line")
        self.fails(cli.ENVIRONMENT, *nrt, "--kubelet-config", "bad.json", says="systemReserved")
        self.fails(cli.ENVIRONMENT, *nrt, "--kubelet-config", "bad.json", says="bad.json: ")
        for config in ((), ("--kubelet-config", "kubelet.yaml")):
            stderr = self.fails(cli.ENVIRONMENT, *nrt, *config, "--cpu-state", "wrong.state",
                                says="wrong.state: ")
            self.assertIn("checksum", stderr)
        self.fails(cli.ENVIRONMENT, *nrt, "--cpu-state", "empty",
                   says="empty: found nothing, expected kubelet's cpu_manager_state")

    def test_oddities_of_a_kubelet_are_printed_once(self):
        nrt = ("topology", "--from", "server.xml", "--node-name", "n", "-o", "nrt")
        self.write("state", cli.CPU_STATE)
        for policy in "none", "static":
            self.write("offline.yaml", f"apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncpuManagerPolicy: {policy}\n"
                       "reservedSystemCPUs: 0,64\ncpuManagerPolicyOptions: {full-pcpus-oddly: 'true'}\n")
            self.fails(cli.ENVIRONMENT, *nrt, "--kubelet-config", "offline.yaml", says="kubelet does not start with it (--force")
            for state in ((), ("--cpu-state", "state")):
                said = self.run_ctl(*nrt, "--kubelet-config", "offline.yaml", "--force", *state).stderr.splitlines()
                self.assertEqual(len(said), 2, said)
                self.assertRegex(said[0], "full-pcpus-oddly.*unknown option")
                self.assertEqual(said[1], "koordctl: warning: kubelet does not start with this configuration: "
                                 "reserved-cpus: 0,64 is not a subset of online-cpus: 0-63")


if __name__ == "__main__":
    unittest.main()
