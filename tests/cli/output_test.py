"""Standard output: machine-readable formats, colours, closed pipes."""
import json
import os
import pty
import re
import shutil
import subprocess
import unittest
import xml.dom.minidom

import cli

try:
    import yaml
except ImportError:
    yaml = None

SESSION = ("allocate", "--from", "server.xml", "--pod", "web=4",
           "--pod", "db=8,bind=FullPCPUs,exclusive=PCPULevel", "--allocated", "0-3:old:PCPULevel")


HEADER = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n"


class Output(cli.Case):
    def output(self, *args, code=cli.OK):
        return self.run_ctl(*args, code=code).stdout

    def test_topology_json(self):
        document = json.loads(self.output("topology", "--from", "server.xml", "-o", "json"))
        self.assertEqual(document["kind"], "Topology")
        self.assertEqual(len(document["cpus"]), 64)

    @unittest.skipUnless(yaml, "PyYAML is not installed")
    def test_yaml_says_what_json_says(self):
        for command in (("topology", "--from", "server.xml"), ("topology", "--from-synthetic", "pu:2"),
                        SESSION, ("version",),
                        ("allocate", "--from", "server.xml", "--cpus", "65")):
            code = cli.REFUSED if "65" in command else cli.OK
            self.assertEqual(yaml.safe_load(self.output(*command, "-o", "yaml", code=code)),
                             json.loads(self.output(*command, "-o", "json", code=code)))
        nrt = ("topology", "--from", "server.xml", "--node-name", "on", "--kubelet-config",
               "kubelet.yaml", "-o")
        self.assertEqual(yaml.safe_load(self.output(*nrt, "nrt-yaml")),
                         json.loads(self.output(*nrt, "nrt")))

    def test_node_resource_topology(self):
        nrt = json.loads(self.output("topology", "--from", "server.xml", "--node-name", "node1",
                                     "--kubelet-config", "kubelet.yaml", "-o", "nrt"))
        self.assertEqual((nrt["kind"], nrt["metadata"]["name"]), ("NodeResourceTopology", "node1"))
        self.assertEqual(nrt["metadata"]["labels"]["app.kubernetes.io/managed-by"], "Koordinator")
        self.assertEqual(len(nrt["zones"]), 2)
        here = json.loads(self.output("topology", "-o", "nrt"))
        self.assertEqual(here["metadata"]["name"], os.uname().nodename.lower())

    def test_annotation(self):
        detail = json.loads(self.output("topology", "--from", "server.xml", "-o", "annotation"))["detail"]
        self.assertEqual(len(detail), 64)
        self.assertEqual(detail[33], {"id": 33, "core": 1, "socket": 0, "node": 0})

    def test_picture_of_the_readme(self):
        """docs/placement.svg is the picture drawn by tools/dev/demo.sh."""
        with open(os.path.join(cli.SOURCE, "tools", "dev", "demo.sh"), encoding="utf-8") as file:
            command = re.search(r"show (allocate --from \"\$server\" --allocated.*?) --svg", file.read().replace("\\\n", " "))
        server = os.path.join(cli.SOURCE, "examples", "two-socket-server.xml")
        arguments = command.group(1).replace('"$server"', server).split()
        with open(os.path.join(cli.SOURCE, "docs", "placement.svg"), encoding="utf-8") as file:
            self.assertEqual(file.read().strip(), self.output(*arguments, "-o", "svg").strip())

    def test_svg(self):
        for command in (("topology", "--from", "server.xml"), SESSION):
            root = xml.dom.minidom.parseString(self.output(*command, "-o", "svg")).documentElement
            self.assertEqual(root.tagName, "svg")
            if shutil.which("rsvg-convert"):
                drawn = subprocess.run(["rsvg-convert"], input=self.output(*command, "-o", "svg").encode(),
                                       capture_output=True, check=True)
                self.assertTrue(drawn.stdout.startswith(b"\x89PNG"))
        self.run_ctl(*SESSION, "--svg", "out.svg", "-o", "name")
        with open(self.path("out.svg")) as file:
            self.assertEqual(file.read().strip(), self.output(*SESSION, "-o", "svg").strip())
        self.fails(cli.ENVIRONMENT, *SESSION, "--svg", "no/such/out.svg", says="cannot write no/such")

    def test_tables_for_scripts(self):
        rows = self.output("topology", "--from", "server.xml", "--no-headers").splitlines()
        self.assertEqual([row.split() for row in rows],
                         [["0", "0", "32", "16", "0-1", "128Gi", "512x2Mi", "0-15,32-47", "10", "21"],
                          ["1", "1", "32", "16", "2-3", "128Gi", "512x2Mi", "16-31,48-63", "21", "10"]])
        for text in (self.output("topology", "--from", "server.xml", "-o", "wide"),
                     self.output(*SESSION, "--no-picture")):
            for line in text.splitlines():
                self.assertEqual(line, line.rstrip())
        session = self.output(*SESSION, "--no-picture", "--no-headers").splitlines()
        self.assertEqual([row.split()[0] for row in session], ["web", "db"])

    def test_a_kubelet_that_would_not_start_has_no_object(self):
        nrt = ("topology", "--from", "server.xml", "--node-name", "n", "--kubelet-config", "memory.yaml", "-o")
        self.write("memory.yaml", HEADER + "memoryManagerPolicy: Static\n")
        for form in ("nrt", "nrt-yaml"):
            self.fails(cli.ENVIRONMENT, *nrt, form, says="memory.yaml: reservedMemory: found no memory")
        self.write("memory.yaml", HEADER + "memoryManagerPolicy: Static\nkubeReserved: {memory: 924Mi}\n"
                                  "reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}]\n")
        zone = json.loads(self.output(*nrt, "nrt"))["zones"][0]
        memory = {one["name"]: one for one in zone["resources"]}["memory"]
        self.assertEqual((memory["capacity"], memory["allocatable"]), ("127Gi", "126Gi"))

    def memory_of(self, size):
        """Returns the table cell with the machine's memory."""
        row = self.output("topology", "--from-synthetic", f"numa:1(memory={size}) core:1 pu:1", "--no-headers")
        return row.split()[5]

    def test_sizes_are_rounded(self):
        gi = 1 << 30
        for size, text in ((1023, "1023"), (1024, "1Ki"), (16 * gi, "16Gi"), (17174495232, "16.0Gi"),
                           (16 * gi + 1, "16.0Gi"), (gi - 1, "1.0Gi"), (gi + gi // 20 - 1, "1.0Gi"),
                           (gi + gi // 20 + 1, "1.1Gi"), (1023 * gi + gi - gi // 25, "1.0Ti"), (1 << 50, "1Pi")):
            self.assertEqual(self.memory_of(size), text, size)

    def test_memory_without_cpus_names_the_nearest_cpus(self):
        machine = os.path.join(cli.SOURCE, "tests", "data", "machines", "qemu-2s2n-smt2-memonly.xml")
        header, *rows = self.output("topology", "--from", machine).split("\n\n")[1].splitlines()
        self.assertTrue(header.endswith("CPUSET  NEAR  DISTANCES"), header)
        near = {row.split()[0]: row.split()[8] for row in rows}
        self.assertEqual(near, {"0": "-", "1": "-", "2": "-", "3": "-", "4": "0-3"})
        self.assertNotIn("NEAR", self.output("topology", "--from", "server.xml"))
        # Near nodes are found by distance alone, from a NodeResourceTopology, and are unknown without distances.
        node = self.node_of(3)
        node["metadata"]["annotations"]["node.koordinator.sh/cpu-topology"] = json.dumps(
            {"detail": [{"id": i, "core": i, "socket": 0, "node": i} for i in range(2)]})
        for costs, expected in ((node["zones"][2]["costs"], "1"), ([], "-")):
            node["zones"][2]["costs"] = costs
            self.write("node.json", json.dumps(node))
            rows = self.output("topology", "--from", "node.json", "--no-headers").splitlines()
            self.assertEqual(rows[2].split()[8], expected)

    def test_added_levels_are_reported(self):
        def notes(description, *options):
            done = self.run_ctl("topology", "--from-synthetic", description, *options)
            return [line for line in done.stderr.splitlines() if "; its CPUs are " in line]

        no_packages = "koordctl: note: hwloc: the machine has no packages; its CPUs are assigned to socket 0"
        no_cores = "koordctl: note: hwloc: the machine has no cores; its CPUs are treated as separate cores"
        self.assertEqual(notes("pu:4", "-v"), [no_packages, no_cores])
        self.assertEqual(notes("pack:1 pu:4", "-v"), [no_cores])
        self.assertEqual(notes("core:2 pu:2", "-v"), [no_packages])
        self.assertEqual(notes("pack:1 core:2 pu:2", "-v"), [])
        self.assertEqual(notes("pu:4"), [])

    def node_of(self, nodes):
        """Returns a NodeResourceTopology of NUMA nodes with one CPU each."""
        detail = [{"id": i, "core": i, "socket": 0, "node": i} for i in range(nodes)]
        zones = [{"name": f"node-{i}", "type": "Node",
                  "costs": [{"name": f"node-{j}", "value": 10 if i == j else 20 + abs(i - j)}
                            for j in range(nodes)]} for i in range(nodes)]
        topology = {"node.koordinator.sh/cpu-topology": json.dumps({"detail": detail})}
        return {"kind": "NodeResourceTopology", "metadata": {"name": "n", "annotations": topology},
                "zones": zones}

    def test_distances_of_many_nodes(self):
        def tables(nodes, *options):
            self.write("node.json", json.dumps(self.node_of(nodes)))
            text = self.output("topology", "--from", "node.json", *options)
            return [part.splitlines() for part in text.split("\n\n")]

        summary, nodes = tables(8)
        self.assertTrue(nodes[0].endswith("CPUSET  DISTANCES"))
        summary, nodes, distances = tables(9)
        self.assertTrue(nodes[0].endswith("HUGEPAGES  CPUSET"))
        self.assertEqual(distances[0].split(), ["DISTANCE", *map(str, range(9))])
        self.assertEqual([row.split()[0] for row in distances[1:]], [str(i) for i in range(9)])
        self.assertEqual([row.split()[1 + i] for i, row in enumerate(distances[1:])], ["10"] * 9)
        self.assertEqual(distances[1].split()[1:3], ["10", "21"])
        (rows,) = tables(9, "--no-headers")
        self.assertEqual(rows[0].split()[8:], distances[1].split()[1:])
        self.assertEqual(len(tables(9, "-o", "wide")), 4)

    def test_wide(self):
        last = self.output("topology", "--from", "server.xml", "-o", "wide").splitlines()[-1]
        self.assertEqual(last.split(), ["63", "1", "1", "31", "31", "3", "0", "yes", "yes"])

    def on_terminal(self, *args, **env):
        """Returns koordctl's output on a terminal."""
        ours, theirs = pty.openpty()
        done = subprocess.Popen([cli.KOORDCTL, *args], stdout=theirs, cwd=self.directory,
                                env=self.environment(**{"TERM": "xterm", **env}))
        os.close(theirs)
        text = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # Linux reports a closed terminal this way
                break
            if not chunk:
                break
            text += chunk
        os.close(ours)
        self.assertEqual(done.wait(), 0)
        return text.decode()

    def test_colour(self):
        picture = (*SESSION,)
        self.assertIn("\x1b[", self.on_terminal(*picture))
        self.assertNotIn("\x1b", self.on_terminal(*picture, NO_COLOR="1"))
        self.assertIn("\x1b[", self.on_terminal(*picture, NO_COLOR=""))
        self.assertNotIn("\x1b", self.on_terminal(*picture, TERM="dumb"))
        self.assertNotIn("\x1b", self.on_terminal(*picture, "--color", "never"))
        self.assertNotIn("\x1b", self.output(*picture))
        self.assertIn("\x1b[", self.output(*picture, "--color", "always"))
        for form in ("json", "name", "svg", "yaml"):
            self.assertNotIn("\x1b", self.on_terminal(*picture, "-o", form))

    def test_ascii(self):
        self.assertFalse(self.output(*SESSION).isascii())
        self.assertTrue(self.output(*SESSION, "--ascii").isascii())
        for locale, is_ascii in (("C", True), ("POSIX", True), ("de_DE.ISO-8859-1", True),
                                 ("C.UTF-8", False), ("en_US.utf8", False), ("de_DE", False)):
            done = self.run_ctl(*SESSION, env=self.environment(LC_ALL=locale))
            self.assertEqual(done.stdout.isascii(), is_ascii, locale)

    def test_closed_pipe(self):
        read, write = os.pipe()
        os.close(read)
        # The command ends by SIGPIPE like others, or with an error if a parent ignores that signal.
        done = subprocess.run([cli.KOORDCTL, *SESSION], stdout=write, stderr=subprocess.PIPE,
                              cwd=self.directory, env=self.environment(), restore_signals=True)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (-13, b""))

    def test_closed_pipe_without_the_signal(self):
        done = subprocess.run(["bash", "-c", 'trap "" PIPE; "$0" "$@" | :; exit ${PIPESTATUS[0]}',
                               cli.KOORDCTL, "topology", "--from-synthetic", "pu:4096", "-o", "json"],
                              stderr=subprocess.PIPE, env=self.environment(), text=True)
        # bash's ":" may end after the output fitted into the pipe
        self.assertIn(done.returncode, (cli.OK, cli.ENVIRONMENT))
        if done.returncode == cli.ENVIRONMENT:
            self.assertIn("cannot write standard output", done.stderr)

    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([cli.KOORDCTL, *SESSION], stdout=full, stderr=subprocess.PIPE,
                                  cwd=self.directory, env=self.environment(), text=True)
        self.assertEqual(done.returncode, cli.ENVIRONMENT)
        self.assertIn("cannot write standard output: No space left", done.stderr)


if __name__ == "__main__":
    unittest.main()
