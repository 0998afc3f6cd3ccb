"""Users' text on a terminal, documents that grow when they are read, and numbers larger than any machine has."""
import json
import resource
import unittest

import cli

# Characters that disturb a terminal, break a line, are invisible, or change the direction. Bytes that Python cannot
# pass as an argument occur only in documents.
WILD = "a\x1b[2J\x1b]0;t\x07\nb\rc\td\x7f\x9be\u2028f\u202eg\u200bh\ufeffi\U000e0041"
SHOWN = ("a\\x1b[2J\\x1b]0;t\\x07\\x0ab\\x0dc\\x09d\\x7f\\xc2\\x9be\\xe2\\x80\\xa8f\\xe2\\x80\\xaeg"
         "\\xe2\\x80\\x8bh\\xef\\xbb\\xbfi\\xf3\\xa0\\x81\\x81")


def is_printable(character):
    return character in "\n" or (character.isprintable() and ord(character) not in (0xad,))


class Printable(cli.Case):
    def check(self, *texts):
        for text in texts:
            self.assertEqual([c for c in text if not is_printable(c)], [], text)

    def node(self, name="n", **resources):
        return {"kind": "Node", "apiVersion": "v1", "metadata": {"name": name},
                "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10", **resources}}}

    def pod(self, name="p", namespace="default", node="", annotations=None, **requests):
        return {"kind": "Pod", "apiVersion": "v1",
                "metadata": {"name": name, "namespace": namespace, "uid": name, "annotations": annotations or {}},
                "spec": {"nodeName": node, "containers": [{"name": "c", "resources": {"requests": {"cpu": "1", **requests}}}]}}

    def run_on(self, *objects, command="simulate", args=(), code=cli.OK):
        self.write("cluster.json", json.dumps({"kind": "List", "apiVersion": "v1", "items": list(objects)}))
        done = self.run_ctl(command, "-f", "cluster.json", *args, code=code)
        self.check(done.stdout, done.stderr)
        return done

    def test_names_are_refused_in_one_line(self):
        for wild in (self.node(WILD), self.pod(WILD), self.pod(namespace=WILD), {"kind": WILD, "metadata": {"name": WILD}}):
            done = self.run_on(self.node(), wild, code=None)
            self.assertEqual(len(done.stderr.splitlines()), 1)

    def test_names_of_resources(self):
        claimed = json.dumps({"numaNodeResources": [{"node": 0, "resources": {WILD: "1"}}]})
        zone = {"name": "node-0", "type": "Node", "resources": [{"name": n, "capacity": "4", "allocatable": "4",
                                                                  "available": "4"} for n in ("cpu", WILD)]}
        nrt = {"kind": "NodeResourceTopology", "apiVersion": "topology.node.k8s.io/v1alpha1", "metadata": {"name": "n"},
               "zones": [zone]}
        for pod in (self.pod(**{WILD: "1"}), self.pod(node="n", **{WILD: "1"}),
                    self.pod(node="n", annotations={"scheduling.koordinator.sh/resource-status": claimed})):
            done = self.run_on(self.node(**{WILD: "9"}), nrt, pod, args=("-o", "wide"))
            # Header and pod, a gap, header and node.
            self.assertEqual(len(done.stdout.splitlines()), 5)
        for node in (self.node(), self.node(**{WILD: "1"})):
            done = self.run_on(node, self.pod("p", **{WILD: "3"}), code=cli.REFUSED)
            self.assertEqual(len(done.stderr.splitlines()), 2, "a warning about the name, and the refusal")
            self.run_on(node, self.pod(**{WILD: "3"}), command="explain", args=("p",), code=cli.REFUSED)
        self.assertIn(SHOWN, self.run_on(self.node(**{WILD: "1"}), self.pod(**{WILD: "3"}), code=cli.REFUSED).stderr)

    def test_names_of_files_and_arguments(self):
        for name in ("a\x1b[2Jb", "a\nb", "a\u202eb"):
            for arguments in (("topology", "--from", name), ("simulate", "-f", name), ("explain", "-f", name, name),
                              (name,), ("--" + name,), ("topology", "-o", name)):
                done = self.run_ctl(*arguments, code=None)
                self.assertNotEqual(done.returncode, cli.OK)
                self.check(done.stdout, done.stderr)

    def test_types_of_devices(self):
        device = {"kind": "Device", "apiVersion": "scheduling.koordinator.sh/v1alpha1", "metadata": {"name": "n"},
                  "spec": {"devices": [{"type": WILD, "id": WILD, "minor": 0, "health": True,
                                        "resources": {"example.com/x": "1"}}]}}
        allocated = json.dumps({WILD: [{"minor": 0, "resources": {"example.com/x": "1"}}]})
        for pod in (self.pod(**{"example.com/x": "1"}),
                    self.pod(node="n", annotations={"scheduling.koordinator.sh/device-allocated": allocated},
                             **{"example.com/x": "1"})):
            done = self.run_on(self.node(), device, pod, args=("-o", "wide"))
            self.assertIn(SHOWN, done.stdout)
            self.assertEqual(len(done.stdout.splitlines()), 5)
        self.run_on(self.node(), device, self.pod(**{"example.com/x": "2"}), code=cli.REFUSED)
        self.run_on(self.node(), device, self.pod(**{"example.com/x": "2"}), command="explain", args=("p",),
                    code=cli.REFUSED)
        victim = self.pod("v", node="n", annotations={"scheduling.koordinator.sh/device-allocated": allocated},
                          **{"example.com/x": "1"})
        above = self.pod(**{"example.com/x": "1"})
        above["spec"]["priority"] = 9
        done = self.run_on(self.node(), device, victim, above, command="preempt", args=("p",))
        self.assertIn(SHOWN, done.stdout)
        self.assertIn("On n p gets", done.stdout)


class Growing(cli.Case):
    def tearDown(self):
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 1 << 20)

    def refused(self, text):
        self.write("cluster.yaml", text)
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "cluster.yaml", says="16 MiB")
        self.write("kubelet.yaml", text)
        self.fails(cli.ENVIRONMENT, "topology", "--from", "server.xml", "--node-name", "n", "-o", "nrt",
                   "--kubelet-config", "kubelet.yaml", says="16 MiB")

    def test_aliases_of_long_texts(self):
        for long in ("x" * (1 << 20), '"' + "\\n" * (1 << 19) + '"'):
            self.refused("a: &a " + long + "\nb: [" + "*a," * 100000 + "]\n")

    def test_aliases_of_keys(self):
        self.refused("a: &a {" + "k" * 1000 + ": 1}\nb: [" + "*a," * 50000 + "]\n")
        keys = ", ".join("k%d%s: 1" % (i, "k" * 1000) for i in range(1000))
        self.refused("a: &a {" + keys + "}\nb: [" + "*a," * 100 + "]\n")

    def test_aliases_of_aliases(self):
        text = "a0: &a0 " + "x" * 10000 + "\n"
        for level in range(1, 8):
            text += "a%d: &a%d [%s]\n" % (level, level, ",".join(["*a%d" % (level - 1)] * 9))
        self.refused(text)

    def test_anchors_within_anchors(self):
        self.refused("a: " + "".join("&a%d [" % i for i in range(30)) + "x" * (1 << 20) + "]" * 30 + "\n")

    def test_over_documents(self):
        document = "kind: X\na: &a " + "x" * (1 << 20) + "\nb: [*a,*a,*a,*a]\n"
        self.write("cluster.yaml", "---\n".join([document] * 4))
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "cluster.yaml", says="16 MiB")

    def test_what_people_write(self):
        self.write("kubelet.yaml", "x: &x {a: " + "y" * 10000 + "}\nz: [" + "*x," * 200 + "]\n" + cli.KUBELET_YAML)
        self.run_ctl("topology", "--from", "server.xml", "--node-name", "n", "-o", "nrt", "--kubelet-config",
                     "kubelet.yaml")


class Numbers(cli.Case):
    XML = """<?xml version="1.0"?><topology version="2.0">
<object type="Machine" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1" allowed_cpuset="0x1"
 allowed_nodeset="0x1" gp_index="%(gp_index)s">
<object type="NUMANode" os_index="%(node)s" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"
 local_memory="%(local_memory)s"><page_type size="4096" count="%(base)s"/><page_type size="%(size)s" count="%(count)s"/></object>
<object type="Core" os_index="%(core)s" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1">
<object type="PU" os_index="%(cpu)s" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"/></object></object>
</topology>"""
    GOOD = {"gp_index": "1", "node": "0", "local_memory": "8589934592", "base": "1048576", "size": "2097152",
            "count": "512", "core": "0", "cpu": "0"}
    OUTPUTS = (("topology",), ("topology", "-o", "json"), ("topology", "-o", "nrt", "--node-name", "n"),
               ("topology", "-o", "picture"))

    def outputs(self, **numbers):
        self.write("machine.xml", self.XML % {**self.GOOD, **numbers})
        for output in self.OUTPUTS:
            yield self.run_ctl(*output, "--from", "machine.xml", code=None)
        self.write("pods.json", json.dumps({"kind": "Pod", "metadata": {"name": "p", "uid": "p"}, "spec": {"containers": [
            {"resources": {"requests": {"cpu": "1"}}}]}}))
        yield self.run_ctl("simulate", "-f", "pods.json", "--machine", "n=machine.xml", code=None)

    def test_every_number_of_hwloc(self):
        for name in self.GOOD:
            for number in ("9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
                           "4294967295", "4294967296", "2147483648", "-1", "1e9", "0x10", ""):
                with self.subTest(name=name, number=number):
                    for done in self.outputs(**{name: number}):
                        self.assertIn(done.returncode, (cli.OK, cli.ENVIRONMENT), done.stderr)
                        text = done.stdout + done.stderr
                        self.assertNotIn("hugepages--", text)
                        self.assertNotRegex(text, r"[^0-9A-Za-z]-[0-9]{3,}")

    def test_pages_without_a_size(self):
        for size in ("9223372036854775808", "18446744073709551615"):
            for done in self.outputs(size=size):
                self.assertEqual(done.returncode, cli.ENVIRONMENT)
                self.assertIn("page_type: size " + size, done.stderr)
            for done in self.outputs(local_memory=size):
                self.assertEqual(done.returncode, cli.ENVIRONMENT)
                self.assertIn("local_memory " + size, done.stderr)

    def test_documents_of_ours(self):
        self.run_ctl("topology", "--from", "server.xml", "-o", "json")
        machine = json.loads(self.run_ctl("topology", "--from", "server.xml", "-o", "json").stdout)
        machine["numaNodes"][0]["hugePages"] = [{"pageBytes": 2 ** 64 - 1, "count": 1}]
        self.write("machine.json", json.dumps(machine))
        self.fails(cli.ENVIRONMENT, "topology", "--from", "machine.json", says="pageBytes")

    def test_synthetic_machines(self):
        for memory in ("18446744073709551615", "9223372036854775808", "9007199254740992KB", "8388608TiB"):
            self.fails(cli.USAGE, "topology", "--from-synthetic", "numa:2(memory=%s) core:2 pu:2" % memory,
                       says="2^63 - 1")


if __name__ == "__main__":
    unittest.main()
