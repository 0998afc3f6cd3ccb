"""Placements on the two-socket server: CPUs n and n+32 are one core, and each NUMA node has 16 cores and 2 L3s."""
import json
import unittest

import cli


class Allocate(cli.Case):
    def place(self, *args, code=cli.OK):
        done = self.run_ctl("allocate", "--from", "server.xml", *args, "-o", "json", code=code)
        return json.loads(done.stdout)

    def cpuset(self, *args):
        done = self.run_ctl("allocate", "--from", "server.xml", *args, "-o", "name")
        self.assertEqual(done.stderr, "")
        return done.stdout.strip()

    def test_bind_policies(self):
        self.assertEqual(self.cpuset("--cpus", "4", "--bind", "FullPCPUs"), "0-1,32-33")
        self.assertEqual(self.cpuset("--cpus", "4", "--bind", "SpreadByPCPUs"), "0-3")
        self.assertEqual(self.cpuset("--cpus", "4"), "0-3")

    def test_kubelets_versions_differ(self):
        def cpuset(*version):
            # The NUMA nodes have 1, 3, 3 and 1 free CPUs; each socket has two of them.
            return self.run_ctl("allocate", "--from-synthetic", "pack:2 numa:2 core:3 pu:1", "--cpus", "4",
                                "--profile", "kubelet", "--kubelet-option",
                                "distribute-cpus-across-numa,align-by-socket", "--allocated", "0-1",
                                "--allocated", "10-11", "-o", "name", *version).stdout.strip()
        for version in ((), ("--kubelet-version", "1.35"), ("--kubelet-version", "1.36")):
            self.assertEqual(cpuset(*version), "3-4,6-7")
        self.assertEqual(cpuset("--kubelet-version", "1.37"), "2-5")
        self.fails(cli.USAGE, "allocate", "--cpus", "1", "--kubelet-version", "1.37",
                   says="--kubelet-version: only with --profile kubelet")

    def test_result_is_described(self):
        result = self.place("--cpus", "3", "--bind", "FullPCPUs")
        self.assertEqual((result["apiVersion"], result["kind"], result["profile"], result["granted"]),
                         ("koord.sh/v1", "Placement", "spec", True))
        pod, = result["pods"]
        self.assertEqual((pod["cpuset"], pod["numaNodes"], pod["sockets"], pod["l3s"]), ("0-1,32", [0], [0], [0]))
        self.assertEqual((pod["wholeCores"], pod["splitCores"]), (1, 1))
        self.assertEqual(result["free"], "2-31,33-63")

    def test_default_output(self):
        text = self.run_ctl("allocate", "--from", "server.xml", "--cpus", "4", "--bind", "FullPCPUs",
                            "--allocated", "8-11:batch").stdout
        table, picture = text.split("\n\n", 1)
        self.assertEqual(table.splitlines(),
                         ["POD  CPUS  CPUSET     NUMA  SOCKETS  L3  CORES",
                          "pod  4     0-1,32-33  0     0        0   2 whole"])
        for word in ("pod", "batch", "socket 0", "socket 1", "L3"):
            self.assertIn(word, picture)

    def test_state_of_the_machine(self):
        self.assertEqual(self.cpuset("--cpus", "2", "--available", "40-43"), "40-41")
        self.assertEqual(self.cpuset("--cpus", "2", "--reserved", "0-3", "--bind", "FullPCPUs"), "4,36")
        self.assertEqual(self.cpuset("--cpus", "2", "--preferred", "9,41"), "9,41")
        self.assertEqual(self.cpuset("--cpus", "2", "-a", "0-15", "-a", "32-46:x", "--numa-nodes", "0",
                                     "--max-ref-count", "2", "--bind", "FullPCPUs").count(","), 1)

    def test_numa(self):
        held = ("--allocated", "0-7")
        self.assertEqual(self.place("--cpus", "4", *held, "--numa", "MostAllocated")["pods"][0]["numaNodes"], [0])
        self.assertEqual(self.place("--cpus", "4", *held, "--numa", "LeastAllocated")["pods"][0]["numaNodes"], [1])
        even = self.expand(self.cpuset("--cpus", "40", "--numa", "DistributeEvenly"))
        self.assertEqual(len([cpu for cpu in even if cpu % 32 < 16]), 20)
        self.assertEqual(self.place("--cpus", "4", "--numa-nodes", "1")["pods"][0]["numaNodes"], [1])

    def test_exclusive(self):
        held = ("--allocated", "0-3:old:PCPULevel")
        self.assertEqual(self.cpuset("--cpus", "2", *held, "--bind", "SpreadByPCPUs"), "4-5")
        alone = self.place("--cpus", "40", *held, "--bind", "SpreadByPCPUs", "--exclusive", "PCPULevel")
        self.assertTrue(alone["granted"])
        near = self.place("--cpus", "4", "-a", "0-3:old:NUMANodeLevel", "--exclusive", "NUMANodeLevel")
        self.assertEqual(near["pods"][0]["numaNodes"], [1])

    def test_kubelet(self):
        kubelet = ("--profile", "kubelet")
        self.assertEqual(self.cpuset("--cpus", "6", *kubelet, "--reserved", "0,32", "--kubelet-option",
                                     "full-pcpus-only=true"), "1-3,33-35")
        # CPUs are distributed only if one NUMA node is too small.
        across = ("--kubelet-option", "distribute-cpus-across-numa=true")
        self.assertEqual(self.cpuset("--cpus", "4", *kubelet, *across), "0-1,32-33")
        self.assertEqual(self.cpuset("--cpus", "40", *kubelet, *across), "0-9,16-25,32-41,48-57")
        self.assertEqual(self.cpuset("--cpus", "2", *kubelet, "--numa-nodes", "1"), "16,48")
        options = ("--kubelet-option", "full-pcpus-only,strict-cpu-reservation", "--kubelet-option",
                   "full-pcpus-only=false")
        self.assertEqual(self.cpuset("--cpus", "3", *kubelet, *options), "0-1,32")

    def test_profiles_may_differ(self):
        for profile in ("spec", "upstream", "kubelet"):
            result = self.place("--cpus", "4", "--profile", profile)
            self.assertEqual((result["profile"], result["granted"]), (profile, True))

    def test_session(self):
        result = self.place("--pod", "a=4,bind=FullPCPUs", "--pod", "b=4,numa-nodes=0+1",
                            "--pod", "c=2,numa=LeastAllocated,required,fewest-l3", "--bind", "SpreadByPCPUs")
        a, b, c = result["pods"]
        self.assertEqual((a["bindPolicy"], b["bindPolicy"]), ("FullPCPUs", "SpreadByPCPUs"))
        self.assertEqual(b["requestedNumaNodes"], [0, 1])
        self.assertEqual((c["required"], c["fewestL3"], c["numaStrategy"]), (True, True, "LeastAllocated"))
        self.assertEqual((b["required"], b["fewestL3"]), (False, False))
        sets = [self.expand(pod["cpuset"]) for pod in (a, b, c)]
        self.assertEqual(len(set().union(*sets)), 10)
        self.assertEqual(self.expand(result["free"]), set(range(64)) - set().union(*sets))

    def test_session_keeps_exclusive_policies(self):
        result = self.place("--pod", "a=4,exclusive=PCPULevel", "--pod", "b=28,exclusive=PCPULevel",
                            "--bind", "SpreadByPCPUs")
        a, b = (self.expand(pod["cpuset"]) for pod in result["pods"])
        self.assertFalse({cpu % 32 for cpu in a} & {cpu % 32 for cpu in b})

    def expand(self, text):
        cpus = set()
        for part in filter(None, text.split(",")):
            low, _, high = part.partition("-")
            cpus |= set(range(int(low), int(high or low) + 1))
        return cpus

    def test_refusal(self):
        done = self.run_ctl("allocate", "--from", "server.xml", "--cpus", "65", code=cli.REFUSED)
        self.assertRegex(done.stderr, r"\Akoordctl: refused: .*65.*64.*\n\Z")
        self.assertIn("refused", done.stdout)
        result = self.place("--cpus", "65", code=cli.REFUSED)
        refusal = result["pods"][0]["refusal"]
        self.assertEqual((result["granted"], result["pods"][0]["granted"]), (False, False))
        self.assertNotIn("cpuset", result["pods"][0])
        self.assertEqual((refusal["reason"], refusal["object"], refusal["needed"], refusal["best"]),
                         ("NotEnoughCPUs", "cpu", 65, 64))
        self.assertEqual(refusal["where"], {"object": "machine"})
        self.assertIn("65", refusal["message"])

    def test_kubelet_refusal(self):
        odd = ("--cpus", "3", "--profile", "kubelet", "--kubelet-option", "full-pcpus-only")
        refusal = self.place(*odd, code=cli.REFUSED)["pods"][0]["refusal"]
        self.assertEqual(refusal["reason"], "SMTAlignmentError")

    def test_session_is_all_or_nothing_for_scripts(self):
        session = ("--pod", "a=60", "--pod", "b=8", "--pod", "c=4")
        done = self.run_ctl("allocate", "--from", "server.xml", *session, "-o", "name", code=cli.REFUSED)
        self.assertEqual(done.stdout, "")
        self.assertIn("refused: b: ", done.stderr)
        granted = [pod["granted"] for pod in self.place(*session, code=cli.REFUSED)["pods"]]
        self.assertEqual(granted, [True, False, True])
        names = self.run_ctl("allocate", "--from", "server.xml", "--pod", "a=2", "--pod", "b=1", "-o",
                             "name", "--bind", "FullPCPUs").stdout
        self.assertEqual(names, "0,32\n1\n")

    def test_same_answer_every_time(self):
        args = ("allocate", "--from", "server.xml", "--pod", "a=7", "--pod", "b=9,bind=FullPCPUs",
                "--pod", "c=12,numa=DistributeEvenly", "--allocated", "5,40-44:x:NUMANodeLevel")
        for form in ("json", "svg", "table"):
            first = self.run_ctl(*args, "-o", form).stdout
            for _ in range(3):
                self.assertEqual(self.run_ctl(*args, "-o", form).stdout, first)

    def test_many_holders_fit_one_picture(self):
        held = [f"--allocated={cpu}" for cpu in range(63)]
        text = self.run_ctl("allocate", "--from-synthetic", "pu:128", "--cpus", "2", *held, "--allocated",
                            "63", "--allocated", "64", "--reserved", "127").stdout
        self.assertIn("others", text)
        self.assertIn("reserved", text)

    def test_this_machine(self):
        self.assertRegex(self.run_ctl("allocate", "--cpus", "1", "-o", "name").stdout, r"\A\d+\n\Z")


if __name__ == "__main__":
    unittest.main()
