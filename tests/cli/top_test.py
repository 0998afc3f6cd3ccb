"""koordctl top: the same contents with and without a terminal, keys, changes, failures, small and large screens."""
import json
import os
import re
import resource
import select
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
        self.assertEqual(screen.settings, screen.settings_before, "the terminal is not as it was")
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
        for option in ("--from", "--cpu-state", "--state", "--proc"):
            self.fails(cli.USAGE, "top", *self.example, option, "x", says=option + ": only for this machine")
        for option, *value in (["--namespace", "team"], ["--profile", "spec"], ["--ignore-kubelet"], ["--strict"]):
            self.fails(cli.USAGE, "top", option, *value, says=option + ": only with a cluster")
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
        self.assertRegex(text, r"(?m)^train +pending .*ResourceClaims hold 1 GPU$")

    def test_use_of_devices(self):
        with open(os.path.join(cli.SOURCE, "examples/claims.json")) as file:
            cluster = json.load(file)
        cluster["items"] = [item for item in cluster["items"] if item["kind"] != "ResourceSlice"]
        self.write("claims.json", json.dumps(cluster))
        self.assertRegex(self.once("-f", "claims.json"), r"(?m)^gpu-a .* gpu 0/2 \(2 uncertain\)$")
        cluster["items"] = [item for item in cluster["items"] if item["kind"] in ("Node", "Device")]
        for percent, wanted in (("5", "0.05"), ("50", "0.5"), ("99", "0.99"), ("100", "1")):
            share = {"koordinator.sh/gpu-core": percent, "koordinator.sh/gpu-memory-ratio": percent}
            part = pod("part", "gpu-a", annotations={"scheduling.koordinator.sh/device-allocated": json.dumps({"gpu": [{"minor": 1, "resources": share}]})})
            part["spec"]["containers"][0]["resources"]["limits"].update(share)
            part["spec"]["containers"][0]["resources"]["requests"].update(share)
            self.write("part.json", json.dumps({"kind": "List", "items": [*cluster["items"], part]}))
            self.assertRegex(self.once("-f", "part.json"), rf"(?m)^gpu-a .* gpu {wanted}/2$")

    def test_claims_of_a_former_pod_of_the_name(self):
        with open(os.path.join(cli.SOURCE, "examples/claims.json")) as file:
            cluster = json.load(file)
        consumers = [each for item in cluster["items"] for each in item.get("status", {}).get("reservedFor", [])]
        for uid, is_shown in (("another", False), (None, True)):
            for consumer in consumers:
                consumer.pop("uid", None)
                consumer.update({"uid": uid} if uid else {})
            self.write("claims.json", json.dumps(cluster))
            self.assertEqual("gpu 0 by claim inference-gpu" in self.once("-f", "claims.json"), is_shown)
            self.assertEqual("of pod inference" in self.once("-f", "claims.json", "gpu-a"), is_shown)

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
            # A reason that comes at once after a snapshot does not replace it.
            feed.write(b"".join(json.dumps(each).encode() + b"\0" for each in (
                {"kind": "List", "items": [node, pod("p", "n"), pod("q", "n")]}, {"kind": "Status", "message": "gone"})))
            screen.wait("not current: gone")
            screen.wait("1 node, 2 pods, 0 pending")
            screen.send("?")
            self.assertNotIn("read again", screen.wait("this help"))
            screen.send("x")
        screen.wait("not current: no more snapshots come")
        self.assertNotIn(b"\x1b]", screen.raw)
        self.assertNotIn(b"\x9b", screen.raw)
        screen.send("q")
        self.ends(screen)

    def test_reasons_are_shown_as_a_whole(self):
        os.mkfifo(self.path("feed"))
        screen = self.top("--feed", "feed", columns=80)
        nodes = {"kind": "List", "items": [{"kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "8"}}}]}
        reason = "missing right: " + " ".join(f"word-{i}" for i in range(60)) + "\nAn administrator can grant it."
        words = ("not current: " + reason).split()
        whole = lambda text: " ".join(words) in " ".join(text.split())
        with open(self.path("feed"), "wb", buffering=0) as feed:
            def write(*documents):
                feed.write(b"".join(json.dumps(each).encode() + b"\0" for each in documents))
            write(nodes)
            screen.wait("1/1, sorted by NODE; ? help, q end")
            write({"kind": "Status", "status": "Failure", "message": reason})
            screen.wait(lambda text: re.search(r"(?m)^not current: missing right: \S+.*; 5: all of it; 1/1, sorted by NODE; \? help, q end$", text))
            screen.send("5")
            screen.wait(whole)
            # A note is valid for the next List only.
            words[:] = ("note: " + reason).split()
            write({"kind": "Status", "status": "Success", "message": reason}, nodes)
            screen.wait(lambda text: whole(text) and "not current" not in text)
            write(nodes)
            screen.wait(lambda text: "word-1" not in text)
            # Other programs write to the terminal.
            with open(f"/proc/{screen.pid}/fd/0", "wb", buffering=0) as terminal_of_it:
                terminal_of_it.write(b"\r\nintruder\r\nintruder")
            screen.wait("intruder")
            write(nodes)
            screen.wait(lambda text: "intruder" not in text and "koordctl top" in text)
            # Keys are read without waiting, by a descriptor that no other process has.
            waits = []
            for name in os.listdir(f"/proc/{screen.pid}/fd"):
                if os.readlink(f"/proc/{screen.pid}/fd/{name}") == os.readlink(f"/proc/{screen.pid}/fd/0"):
                    with open(f"/proc/{screen.pid}/fdinfo/{name}") as file:
                        waits.append((int(name) > 2, not int(re.search(r"flags:\s*(\d+)", file.read())[1], 8) & os.O_NONBLOCK))
            self.assertEqual(sorted(waits), [(False, True)] * 3 + [(True, False)])
            screen.send("q")
            self.ends(screen)

    def test_small_screens_and_other_sizes(self):
        screen = self.top(*self.example, "node-a", rows=1, columns=1)
        screen.wait(lambda text: b"\x1b[?25l" in screen.raw, "the view, which echoes no keys")
        for rows, columns in ((1, 1), (2, 5), (3, 20), (4, 7), (50, 200), (5, 3), (24, 40)):
            screen.resize(rows, columns)
            for key in "12345?x4":
                screen.send(key)
                screen.step(0.02)
        screen.send("1")
        text = screen.wait(lambda text: "node-c" in text and "sorted by NODE; ? help, q end" in text, "the nodes")
        for line in text.splitlines()[3:-1]:  # a line that is too long is continued in the next one
            self.assertRegex(line, r"^(node-[abc] .*)?$")
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
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            screen = self.top(*self.example)
            screen.wait("? help")
            os.kill(screen.pid, number)
            self.ends(screen, 128 + number)

    def unknown_terminal(self):
        # newterm() of ncurses leaks memory if it fails, which sanitizers report when the program ends.
        return self.environment(TERM="no-such-terminal", ASAN_OPTIONS="detect_leaks=0")

    def test_terminals_without_a_cursor_or_a_name(self):
        screen = self.top(*self.example, env=self.environment(TERM="dumb"))
        self.assertEqual(screen.end(), cli.OK)
        self.assertNotIn(b"\x1b", screen.raw)
        self.assertIn(b"3 nodes, ", screen.raw)
        screen = self.top(*self.example, env=self.unknown_terminal())
        self.assertEqual(screen.end(), cli.OK)
        self.assertIn(b"koordctl: note: the terminal's type is not known; printing once", screen.raw)
        self.assertIn(b"3 nodes, ", screen.raw)

    def test_messages_are_printed_where_the_tables_are(self):
        self.write("odd.json", json.dumps({"kind": "List", "items": [pod("odd", "node-a", cpu="many")]}))
        wanted = self.run_ctl("top", *self.example, "-f", "odd.json", "--once").stderr
        self.assertIn("odd.json", wanted)
        screen = self.top(*self.example, "-f", "odd.json", env=self.unknown_terminal(), columns=500)
        self.assertEqual(screen.end(), cli.OK)
        for line in wanted.splitlines():
            self.assertIn(line.encode(), screen.raw)

    def test_the_terminal_is_no_input(self):
        for option, *files in (["-f", "-", "/dev/stdin", "/dev/tty", "/proc/self/fd/0"], ["--machine", "n=-", "n=/dev/stdin,copies=2"],
                               ["--feed", "/dev/stdin"], ["--from", "-"], ["--cpu-state", "/dev/tty"], ["--state", "/dev/stdin"]):
            for file in files:
                screen = self.top(option, file, columns=500)
                self.assertEqual(screen.end(), cli.USAGE, (option, file))
                self.assertIn(b"is the terminal, from which keys are read; add --once", screen.raw)
                self.assertNotIn(b"\x1b[?1049h", screen.raw)
        screen = self.top("-f", "-", "--once")
        screen.send(json.dumps({"kind": "Node", "metadata": {"name": "typed"}}) + "\n\x04\x04")
        self.assertEqual(screen.end(), cli.OK)
        self.assertIn(b"1 node, 0 pods", screen.raw)

    @unittest.skipIf(os.environ.get("KOORD_SANITIZE"), "sanitizers have an allocator of their own")
    def test_a_snapshot_larger_than_memory_ends_no_program(self):
        os.mkfifo(self.path("feed"))
        screen = self.top("--feed", "feed")
        with open(self.path("feed"), "wb", buffering=0) as feed:
            feed.write(json.dumps({"kind": "List", "items": [{"kind": "Node", "metadata": {"name": "n"}}]}).encode() + b"\0")
            screen.wait("1 node, ")
            with open(f"/proc/{screen.pid}/statm") as file:
                limit = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE") + (16 << 20)
            resource.prlimit(screen.pid, resource.RLIMIT_AS, (limit, limit))
            os.set_blocking(feed.fileno(), False)
            left = 64 << 20

            def is_reported(text):
                nonlocal left
                while left > 0 and select.select([], [feed], [], 0)[1]:
                    left -= feed.write(b" " * 4096) or 0
                return "not current: out of memory" in text
            screen.wait(is_reported)
            screen.send("q")
            self.ends(screen)

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

    def test_a_state_that_cannot_be_read_is_no_empty_machine(self):
        self.json("apply")
        run = lambda *arguments: self.run_ctl("top", "--from", "server.xml", "--proc", "proc", *arguments, code=None)
        self.write("run/node-state.json", "{")
        for more in ((), ("--cpu-state", "cpu_manager_state")):
            self.write("cpu_manager_state", cli.CPU_STATE)
            done = run("--state", "run/node-state.json", *more)
            self.assertEqual((done.returncode, done.stdout), (cli.ENVIRONMENT, ""), more)
            self.assertIn("run/node-state.json", done.stderr)
        done = run("--state", "absent.json")
        self.assertEqual((done.returncode, done.stdout), (cli.ENVIRONMENT, ""))
        self.assertIn("absent.json", done.stderr)
        if not os.path.exists("/run/koord") and not os.path.exists("/var/lib/kubelet"):
            text = self.run_ctl("top", "--from", "server.xml").stdout
            self.assertRegex(text, r"^\S+: 64 CPUs\nnote: /run/koord/node-state.json: no such file")
            self.assertRegex(text, r"(?m)^\S+ +- +64 +- +-$")

    def test_pods_are_counted_without_their_containers(self):
        self.json("apply")
        state = self.state()
        for each in state["pods"]:
            each["containers"] = [dict(each["containers"][0], name=name) for name in ("a", "b")] if each.get("containers") else \
                [{"name": name, "place": each["place"], "cpus": each.get("cpus", "")} for name in ("a", "b")]
        self.write("run/node-state.json", json.dumps(state))
        text = self.local()
        self.assertRegex(text, r"(?m)^node-a +2 +64 +4 +60$")
        self.assertRegex(text, r"(?m)^default/web: b +node-a ")

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

    def test_no_text_of_the_state_reaches_the_terminal(self):
        self.json("apply")
        state = json.dumps(self.state())
        texts = sorted({text for text in re.findall(r'"([^"]+)"', state) if not text.endswith("/")})
        shown = 0
        for text in texts:
            evil = json.loads(state.replace(json.dumps(text), json.dumps(EVIL + text)))
            self.write("run/node-state.json", json.dumps(evil))
            done = self.run_ctl("top", "--from", "server.xml", "--state", "run/node-state.json", "--proc", "proc", code=None)
            for stream in (done.stdout, done.stderr):
                self.assertNotIn("\x1b", stream, text)
            shown += EVIL_SHOWN in done.stdout
        self.assertGreaterEqual(shown, 2, texts)  # at least the node and a pod

    def test_control_characters_in_names_are_escaped(self):
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
