"""koordctl top: the same contents with and without a terminal, keys, changes, failures, small and large screens."""
import json
import os
import re
import signal
import unittest

import cli
import node_tree
import terminal
from node_tree import WEB

EVIL = "\x1b]0;evil\x07\x1b[2J\x9b31m"
EVIL_SHOWN = r"\x1b]0;evil\x07\x1b[2J"


class ScreenCase:
    def top(self, *arguments, rows=24, columns=100, env=None, **more):
        screen = terminal.Terminal([cli.KOORDCTL, "top", *arguments], self.directory,
                                   env or self.environment(TERM="xterm-256color", **more), rows, columns)
        self.addCleanup(screen.kill)
        return screen

    def ends(self, screen, code=cli.OK):
        self.assertEqual(screen.end(), code, screen.text())
        self.assertEqual(screen.unknown, [])
        self.assertIn(b"\x1b[?1049l", screen.raw, "the terminal is not given back")
        for word in (b"terminate called", b"Sanitizer", b"what():"):
            self.assertNotIn(word, screen.raw)


def pod(name, node=None, cpu="1", **metadata):
    spec = {"containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}, "limits": {"cpu": cpu}}}]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "uid": name, **metadata},
            "spec": {**spec, **({"nodeName": node} if node else {})}}


class Top(ScreenCase, cli.Case):
    def setUp(self):
        super().setUp()
        self.example = ["-f", os.path.join(cli.SOURCE, "examples/cluster.yaml"), "-f", os.path.join(cli.SOURCE, "examples/pods.yaml")]

    def once(self, *arguments, **more):
        return self.run_ctl("top", *arguments, **more).stdout

    def test_without_a_terminal_the_tables_are_printed_once(self):
        text = self.once(*self.example)
        self.assertRegex(text, r"^3 nodes, \d+ pods?, \d+ pending\n")
        for header in ("NODE ", "POD ", "REFUSAL"):
            self.assertIn(header, text)
        self.assertRegex(text, r"(?m)^cache +node-a +LSR ")
        self.assertRegex(text, r"(?m)^analytics +pending +LSR +10 +0/3 nodes: 2 NUMAUnaligned, 1 InsufficientResource; nearest ")
        self.assertRegex(text, r"(?m)^web +pending .*none: fits on node-\w now$")
        self.assertEqual(self.once(*self.example, "--once"), text)
        self.assertEqual(self.once(*self.example, "--once", env=self.environment(TERM="xterm")), text)
        self.assertNotIn("\x1b", text)

    def test_one_node(self):
        text = self.once(*self.example, "node-a", "--ascii")
        for part in ("socket 0", "POOL ", "exclusive ", "cache "):
            self.assertIn(part, text)
        self.assertNotIn("node-b", text)
        self.fails(cli.USAGE, "top", *self.example, "nodea", says='NODE: there is no node "nodea"; did you mean node-a?')

    def test_namespaces(self):
        self.write("team.json", json.dumps({"kind": "List", "items": [pod("own", "node-a", namespace="team"), pod("waits", namespace="team")]}))
        text = self.once(*self.example, "-f", "team.json", "-n", "team")
        self.assertTrue(text.startswith("3 nodes, 1 pod, 1 pending in namespace team\n"), text)
        self.assertIn("team/own", text)
        self.assertNotIn("cache ", text)

    def test_combinations(self):
        self.fails(cli.USAGE, "top", *self.example, "--feed", "x", says="--feed: not with --filename")
        self.fails(cli.USAGE, "top", *self.example, "--from", "server.xml", says="--from, --cpu-state: only for this machine")
        self.fails(cli.USAGE, "top", "-n", "team", says="--namespace: only with a cluster")
        self.fails(cli.USAGE, "top", *self.example, "--interval", "0", says="--interval")
        self.fails(cli.ENVIRONMENT, "top", "-f", "absent.yaml", says="absent.yaml")
        self.fails(cli.ENVIRONMENT, "top", "--feed", "absent", says="absent")
        self.write("empty", "")
        self.fails(cli.ENVIRONMENT, "top", "--feed", "empty", says="ended without a snapshot")

    def test_claims_are_devices_of_their_pods(self):
        with open(os.path.join(cli.SOURCE, "examples/claims.json")) as file:
            self.write("claims.json", file.read())
        text = self.once("-f", "claims.json")
        self.assertRegex(text, r"(?m)^gpu-a .*gpu 1/2$")
        self.assertRegex(text, r"(?m)^inference +gpu-a .*gpu 0 by claim inference-gpu +bound$")
        self.assertRegex(text, r"(?m)^train +pending .*ResourceClaims hold 1 of them|^train +pending ")

    def test_many_pending_pods(self):
        self.write("many.json", json.dumps({"kind": "List", "items": [pod(f"p-{i}", cpu="999") for i in range(205)]}))
        text = self.once(*self.example, "-f", "many.json")
        self.assertEqual(len(re.findall("not evaluated: the first 200 pending pods are", text)),
                         len(re.findall(r"(?m)^\S+ +pending ", text)) - 200)

    def test_keys(self):
        screen = self.top(*self.example, rows=20)
        text = screen.wait("? help, q end")
        self.assertRegex(text, r"^koordctl top  3 nodes, ")
        self.assertIn("1/3, sorted by NODE", text)
        self.assertRegex(text, r"(?m)^NODE +PODS +CPUS +EXCLUSIVE")
        screen.send("S")
        text = screen.wait("descending")
        self.assertLess(text.index("node-c"), text.index("node-a"))
        screen.send("s")
        screen.wait("sorted by PODS, descending")
        screen.send("2")
        screen.wait(lambda text: re.search(r"(?m)^cache +node-a", text), "the pods")
        screen.send("3")
        screen.wait("sorted by POD")
        screen.send("/repo")
        screen.wait("/repo_")
        screen.send("\x7f\x7fport\r")
        text = screen.wait('with "report"')
        self.assertIn("1/1, sorted by POD", text)
        self.assertNotIn("analytics", text)
        screen.send("\x1b")
        screen.wait("analytics")
        screen.send("?")
        screen.wait("sort by the next column")
        screen.send("x1")
        screen.wait(lambda text: "sorted by PODS" in text and "help, q" in text)
        screen.send("\x1bOB\x1bOA\x1b[6~\x1b[5~\x1bOF\x1bOH\r")
        screen.wait(lambda text: "socket 0" in text, "a drawing")
        screen.send("[")
        screen.send("]")
        screen.send("\x1b")
        screen.wait("sorted by PODS")
        screen.send("\t\t\t\t")
        screen.wait("5 messages")
        screen.send("q")
        self.ends(screen)

    def test_the_cursor_stays_on_its_row(self):
        self.write("a.json", json.dumps({"kind": "List", "items": [pod(f"p-{i}", cpu="999") for i in range(10)]}))
        screen = self.top("-f", self.example[1], "-f", "a.json", "--interval", "1")
        screen.wait("? help")
        screen.send("3jjj")
        screen.wait("4/10")
        self.write("a.json", json.dumps({"kind": "List", "items": [pod(f"p-{i}", cpu="999") for i in range(2, 10)]}))
        screen.wait("2/8")
        screen.send("\x03")
        self.ends(screen)

    def test_files_are_read_again(self):
        with open(self.example[1]) as file:
            cluster = self.write("cluster.yaml", file.read())
        self.write("more.json", json.dumps(pod("first", "node-b")))
        screen = self.top("-f", "cluster.yaml", "-f", "more.json", "--interval", "1")
        screen.send("2")
        screen.wait("first")
        self.write("more.json", json.dumps(pod("second", "node-b")))
        text = screen.wait("second")
        self.assertNotIn("first", text)
        os.rename(cluster, cluster + ".away")
        text = screen.wait("not current: cannot read cluster.yaml: No such file")
        self.assertIn("second", text, "the last contents stay")
        os.rename(cluster + ".away", cluster)
        screen.wait(lambda text: "not current" not in text)
        screen.send("q")
        self.ends(screen)

    def test_feeds(self):
        os.mkfifo(self.path("feed"))
        screen = self.top("--feed", "feed", columns=140)
        node = {"kind": "Node", "apiVersion": "v1", "metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "8", "pods": "110"}}}
        with open(self.path("feed"), "wb", buffering=0) as feed:
            def write(document):
                feed.write(json.dumps(document).encode() + b"\0")
            write({"kind": "List", "items": [node]})
            screen.wait("1 node, 0 pods, 0 pending")
            write({"kind": "Status", "message": "the API server " + EVIL})
            screen.wait("not current: the API server " + EVIL_SHOWN)
            feed.write(b'{"kind": "List", "items": [7')
            feed.write(b"\0")
            screen.wait("not current: the cluster: JSON: ")
            write({"kind": "List", "items": [node, pod("p", "n")]})
            screen.wait("1 node, 1 pod, 0 pending")
        screen.wait("not current: no more snapshots come")
        self.assertNotIn(b"\x1b]", screen.raw)
        self.assertNotIn(b"\x9b", screen.raw)
        screen.send("q")
        self.ends(screen)

    def test_small_screens_and_other_sizes(self):
        screen = self.top(*self.example, "node-a", rows=1, columns=1)
        for rows, columns in ((1, 1), (2, 5), (3, 20), (4, 7), (50, 200), (5, 3), (24, 80)):
            screen.resize(rows, columns)
            for key in "12345?x4":
                screen.send(key)
                screen.step(0.02)
        screen.send("1")
        text = screen.wait("? help, q end")
        self.assertIn("node-c", text)
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80)
        screen.send("q")
        self.ends(screen)

    def test_many_nodes(self):
        screen = self.top("--machine-synthetic", "big=pack:2 numa:1(memory=64GiB) core:16 pu:2,copies=500")
        screen.wait("1/500, sorted by NODE")
        screen.send("G")
        text = screen.wait("500/500")
        self.assertRegex(text, r"(?m)^big-499 ")
        self.assertRegex(text, r"(?m)^big-500 ")  # after big-99: numbers count
        screen.send("/big-77\r\r")
        screen.wait("big-77: 0 pods")
        screen.send("q")
        self.ends(screen)

    def test_colours(self):
        for arguments, more, wanted in (((), {}, True), ((), {"NO_COLOR": "1"}, False), (("--color", "never"), {}, False),
                                        (("--color", "always"), {"NO_COLOR": "1"}, True)):
            screen = self.top(*self.example, "node-a", *arguments, **more)
            screen.wait("socket 0")
            screen.send("q")
            self.ends(screen)
            self.assertEqual(bool(re.search(rb"\x1b\[[\d;]*48;5;", screen.raw)), wanted, (arguments, more))

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            screen = self.top(*self.example)
            screen.wait("? help")
            os.kill(screen.pid, number)
            self.ends(screen, 128 + number)

    def test_terminals_without_a_cursor_or_a_name(self):
        screen = self.top(*self.example, env=self.environment(TERM="dumb"))
        self.assertEqual(screen.end(), cli.OK)
        self.assertNotIn(b"\x1b", screen.raw)
        self.assertIn(b"3 nodes, ", screen.raw)
        screen = self.top(*self.example, env=self.environment(TERM="no-such-terminal"))
        self.assertEqual(screen.end(), cli.OK)
        self.assertIn(b"koordctl: note: the terminal's type is not known; printing once", screen.raw)
        self.assertIn(b"3 nodes, ", screen.raw)

    def test_errors_before_the_screen_are_messages(self):
        screen = self.top(*self.example, "nodea")
        self.assertEqual(screen.end(), cli.USAGE)
        self.assertIn(b"did you mean node-a?", screen.raw)
        self.assertNotIn(b"\x1b[?1049h", screen.raw)


class TopOfThisMachine(ScreenCase, node_tree.Case):
    def local(self, *arguments, **more):
        return self.run_ctl("top", "--from", "server.xml", "--state", "run/node-state.json", "--proc", "proc", *arguments, **more).stdout

    def setUp(self):
        super().setUp()
        os.symlink("/proc/locks", self.path("proc/locks"))

    def test_the_placement_in_force(self):
        self.json("apply")
        text = self.local()
        self.assertRegex(text, r"^node-a: 64 CPUs, 4 exclusive\nnote: neither koord-agent nor koordctl manages this node now\n")
        self.assertRegex(text, r"(?m)^node-a +2 +64 +4 +60$")
        self.assertRegex(text, r"(?m)^default/web +node-a +LSR +4 +4-5,36-37 .*the CPUs that the scheduler gave it$")
        picture = self.local("node-a", "--ascii")
        self.assertRegex(picture, r"A +default/web +4 ")
        self.assertRegex(picture, r"(?m)^BE +64 +0-63$")

    def test_refusals(self):
        self.write_pods(self.pod("greedy", WEB, "LSR", "0-7"))
        self.json("apply", pods="pods.json")
        self.assertRegex(self.local(), r"(?m)^default/greedy +bound .*8 CPUs")

    def test_kubelets_state_without_an_agent(self):
        self.write("cpu_manager_state", cli.CPU_STATE)
        text = self.local("--cpu-state", "cpu_manager_state")
        self.assertIn("no such file: no placement was written on this node; the CPUs are those of kubelet's state", text)
        self.assertRegex(text, r"(?m)^pod 5d3c7a9e-9f0b-4a53-8b6e-0d7b0c5f2a11 .* 4 +2-3,34-35 .*kubelet's static policy")
        for wrong in ("", "[]", '{"policyName":7}', '{"policyName":"static","entries":{"a":7}}', '{"policyName":"static","entries":{"a":{"b":"x"}}}'):
            self.write("cpu_manager_state", wrong)
            done = self.run_ctl("top", "--from", "server.xml", "--state", "absent", "--cpu-state", "cpu_manager_state", code=None)
            self.assertNotEqual(done.returncode, cli.OK, wrong)
            self.assertIn("cpu_manager_state", done.stderr)

    def test_names_of_others_reach_no_terminal(self):
        self.json("apply")
        state = self.state()
        state["pods"][0]["name"] = EVIL
        self.write("run/node-state.json", json.dumps(state))
        text = self.local()
        self.assertNotIn("\x1b", text)
        screen = self.top("--from", "server.xml", "--state", "run/node-state.json", "--proc", "proc", columns=160)
        screen.wait("? help")
        screen.send("2")
        screen.wait(EVIL_SHOWN)
        screen.send("4")
        screen.wait("socket 0")
        screen.send("q")
        self.ends(screen)
        self.assertNotIn(b"\x1b]", screen.raw)
        self.assertNotIn(b"\xc2\x9b", screen.raw)


if __name__ == "__main__":
    unittest.main()
