"""Oversized and hostile documents: the right exit code and a one-line error, quickly and in bounded memory."""
import json
import resource
import unittest

import cli

TOPOLOGY = "node.koordinator.sh/cpu-topology"
CPU = '{"id":0,"core":0,"socket":0,"node":0}'
DETAIL = '{"detail":[%s]}'
LARGE = 10 << 20


def nrt(annotation=DETAIL % CPU, zones=(), **annotations):
    return json.dumps({"kind": "NodeResourceTopology",
                       "metadata": {"name": "n", "annotations": {TOPOLOGY: annotation, **annotations}},
                       "zones": list(zones)})


class Hostile(cli.Case):
    def tearDown(self):
        # Kilobytes of the largest process so far, including the memory of a sanitizer.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 1 << 20)

    def refused(self, text, *says):
        self.write("node.json", text)
        commands = (("topology",), ("topology", "-o", "nrt", "--node-name", "n"),
                    ("allocate", "--cpus", "1", "-o", "name"))
        for command in commands if len(text) < 1 << 20 else commands[:1]:
            stderr = self.fails(cli.ENVIRONMENT, *command, "--from", "node.json", says="node.json: ")
            self.assertEqual(len(stderr.splitlines()), 1)
            for word in says:
                self.assertIn(word, stderr)

    def accepted(self, text):
        self.write("node.json", text)
        done = self.run_ctl("allocate", "--from", "node.json", "--cpus", "1", "-o", "name")
        self.assertEqual(done.stdout, "0\n")

    def test_a_good_one(self):
        self.accepted(nrt())

    def test_sizes(self):
        rows = ",".join([CPU] * (LARGE // len(CPU)))
        self.refused(nrt(DETAIL % rows), TOPOLOGY, "at most 4194304")
        self.refused(nrt(" " * LARGE), TOPOLOGY, "at most 4194304")
        self.refused(nrt(note="x" * (17 << 20)), "at most 16777216")
        self.refused('{"kind":"NodeResourceTopology","x":[' + "0," * (5 << 20) + "0]}", "more than")
        self.accepted(nrt(note="x" * LARGE))

    def test_warnings_are_bounded(self):
        self.write("node.json", nrt(zones=[{"name": "x", "type": "Node"}] * 30000))
        stderr = self.run_ctl("topology", "--from", "node.json").stderr.splitlines()
        self.assertEqual(len(stderr), 21)
        self.assertIn("zones[19]", stderr[19])
        self.assertIn("--verbose", stderr[20])
        stderr = self.run_ctl("topology", "--from", "node.json", "-v").stderr.splitlines()
        self.assertGreaterEqual(len(stderr), 30000)

    def test_messages_do_not_grow_with_the_input(self):
        for text in ('{"x":"' + "y" * LARGE, '{"' + "y" * LARGE, '{"kind":' + "1" * LARGE,
                     '{"kind":"' + "K" * LARGE + '"}', '{"detail":"' + "y" * LARGE + '"}',
                     '{"kind":tru' + "e" * LARGE):
            with self.subTest(text[:12]):
                self.refused(text)
        self.refused(nrt(DETAIL % ('{"id":"%s"}' % ("7" * (1 << 20)))), "detail[0].id")
        self.refused(nrt(DETAIL % ('{"id":%s}' % ("7" * (1 << 20)))), TOPOLOGY)
        self.refused('{"' + "\u00e4" * 500 + '\n":0}', "parse error at line 2")

    def test_numbers(self):
        for number in ("8192", "2147483647", "2147483648", "4294967296", "18446744073709551616",
                       "-1", "-2147483649", "0.5", "1e3", "1e999", '"0"', "true", "[0]", "{}"):
            for field in ("id", "core", "socket", "node"):
                if field in ("core", "socket") and number == "8192":
                    continue
                with self.subTest(field=field, number=number):
                    # A number that no double can hold ends parsing before its field is known.
                    self.refused(nrt(DETAIL % ('{"%s":%s}' % (field, number))),
                                 TOPOLOGY if number == "1e999" else "detail[0]." + field)

    def test_lists_of_cpus(self):
        options = ("topology", "--from", "server.xml", "--node-name", "n", "-o", "nrt")
        for cpus in ("0-4294967295", "4294967295", "0-18446744073709551616", "3-1", "1,,2",
                     "0," * (1 << 20)):
            with self.subTest(cpus[:24]):
                self.write("config.json", json.dumps({"reservedSystemCPUs": cpus}))
                stderr = self.fails(cli.ENVIRONMENT, *options, "--kubelet-config", "config.json",
                                    says="config.json: ")
                self.assertIn("reservedSystemCPUs", stderr)
                self.write("state", json.dumps({"policyName": "static", "defaultCpuSet": cpus,
                                                "entries": {}, "checksum": 0}))
                self.fails(cli.ENVIRONMENT, *options, "--cpu-state", "state", says="state: ")

    def test_depth(self):
        for depth in (100, 100000):
            nested = "[" * depth + "]" * depth
            objects = '{"a":' * depth + "0" + "}" * depth
            for deep in (nested, objects, "[" * depth):
                with self.subTest(depth=depth, start=deep[:3]):
                    self.refused('{"kind":"NodeResourceTopology","x":' + deep + "}")
                    self.refused(nrt('{"detail":[{"id":0,"x":' + deep + "}]}"), TOPOLOGY)

    def test_nul(self):
        good = nrt()
        for place in (0, 1, len(good) // 2, len(good)):
            self.refused(good[:place] + "\0" + good[place:])
        self.refused(nrt("\0" + DETAIL % CPU), "NUL")
        self.refused(nrt(DETAIL % CPU + "\0"), "NUL")

    def test_extreme_machines(self):
        self.refused(nrt(DETAIL % ""), "lists no CPU")
        self.refused(nrt(DETAIL % (CPU + "," + CPU)), "CPU 0 was listed")
        self.refused(nrt(DETAIL % '{"id":0,"node":0},{"id":0,"node":1}'), "in NUMA node 1, but in 0")
        self.refused(nrt(""), TOPOLOGY)
        self.refused(nrt("null"), TOPOLOGY)


if __name__ == "__main__":
    unittest.main()
