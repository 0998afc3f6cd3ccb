"""Usage errors: exit code 2, and one line with the found and the expected input."""
import os
import shutil
import unittest

import cli


class Usage(cli.Case):
    def test_unknown_words(self):
        self.fails(cli.USAGE, "topolgy", says="did you mean topology?")
        self.fails(cli.USAGE, "topo", says="did you mean topology?")
        for word in ("foo", "nonsense", "x" * 5000, "a\nb"):
            self.fails(cli.USAGE, word,
                       says="expected one of topology, devices, allocate, simulate, explain, gang, rebind, preempt, "
                            "capacity, resize, top, run, kubelet, node, completion, help, version")
        self.fails(cli.USAGE, "nonsense", says='unknown command "nonsense"')
        self.fails(cli.USAGE, "topology", "--frm", "x", says="did you mean --from?")
        self.fails(cli.USAGE, "topology", "--fr", "x", says="did you mean --from?")
        self.fails(cli.USAGE, "topology", "--zzzzzzz", says='unknown option "--zzzzzzz"')
        self.fails(cli.USAGE, "allocate", "--cpus", "1", "more", says='unexpected argument "more"')
        self.fails(cli.USAGE, "kubelet", "state", "check", "cpu_manager_state", says='unexpected argument '
                   '"cpu_manager_state"; files are given by --cpu-state FILE, --kubelet-config FILE, --filename FILE')
        self.assertNotIn("files are given", self.run_ctl("version", "more", code=cli.USAGE).stderr)
        self.fails(cli.USAGE, "kubelet", "state", says="expected one of check, repair, migrate, replace")
        self.fails(cli.USAGE, "kubelet", "state", "repiar", says="did you mean repair?")
        self.fails(cli.USAGE, "kubelet", "state", "topology", says='unknown command "topology"')
        self.fails(cli.USAGE, "completion", "csh", says="bash, zsh, fish")
        self.fails(cli.USAGE, "completion", says="shell")

    def test_replay_is_a_program_of_its_own(self):
        """One sentence names it, for any arguments; help and completions do not offer the old command."""
        says = "koordctl: the command replay is now the program koord-replay, with the same options\n"
        for args in ((), ("--help",), ("-h",), ("--nodes", "nodes.csv", "--pods", "a.csv", "b.csv"), ("topology",)):
            with self.subTest(args):
                done = self.run_ctl("replay", *args, code=cli.USAGE)
                self.assertEqual((done.stdout, done.stderr), ("", says))
        for words in ((), ("help",), ("completion", "bash"), ("completion", "zsh"), ("completion", "fish")):
            self.assertNotIn("replay", self.run_ctl(*words, *([] if words else ["--help"])).stdout)
        self.fails(cli.USAGE, "help", "replay", says='koordctl has no command "replay"')

    def test_errors_say_what_to_do(self):
        """Common mistakes: each message names the remedy."""
        self.write("comment.json", '{"kind": "Pod", // web\n "a": 1}')
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "comment.json", says="JSON has no comments")
        self.write("tab.yaml", "kind: Pod\nmetadata:\n\tname: web\n")
        self.fails(cli.ENVIRONMENT, "simulate", "-f", "tab.yaml", says="a tab; YAML is indented with blanks")
        self.fails(cli.USAGE, "topology", "--from-synthetic", "pack:2 core:4", says="add one, as in pack:2 core:4 pu:1")
        self.write("pod.yaml", "kind: Pod\nmetadata: {name: web}\n"
                   "spec: {containers: [{name: main, resources: {requests: {memory: 4GiB}}}]}\n")
        done = self.run_ctl("simulate", "-f", "pod.yaml", "--machine-synthetic", "a=pack:1 core:2 pu:1", code=cli.REFUSED)
        self.assertIn('"4GiB" (did you mean 4Gi?): ', done.stderr)
        self.assertIn("; the pod is not placed\n", done.stderr)
        done = self.run_ctl("devices", "--from-synthetic", "pack:1 core:2 pu:1")
        self.assertIn("note: no devices were found", done.stderr)

    def test_errors_point_to_help(self):
        self.assertIn("Try 'koordctl allocate --help'.",
                      self.fails(cli.USAGE, "allocate", says="--cpus N"))

    def test_closed_sets_list_their_members(self):
        for option, wrong, members in (
                ("--bind", "Full", "Default, FullPCPUs, SpreadByPCPUs"),
                ("--exclusive", "Core", "None, PCPULevel, NUMANodeLevel"),
                ("--numa", "", "MostAllocated, LeastAllocated, DistributeEvenly"),
                ("--profile", "k8s", "spec, upstream, kubelet"),
                ("--output", "xml", "table, json, yaml, name, svg"),
                ("--color", "yes", "auto, always, never")):
            with self.subTest(option):
                self.fails(cli.USAGE, "allocate", "--cpus", "1", option, wrong,
                           says=f'{option}: found "{wrong}", expected one of {members}')
        self.fails(cli.USAGE, "topology", "-o", "jason", says="json, yaml")

    def test_choices_ignore_case(self):
        done = self.run_ctl("allocate", "--from", "server.xml", "-c", "2", "--bind", "fullpcpus", "-o",
                            "JSON")
        self.assertIn('"bindPolicy": "FullPCPUs"', done.stdout)

    def test_empty_sources_are_not_this_machine(self):
        for option in ("--from", "--from-synthetic"):
            for command in (["topology"], ["allocate", "--cpus", "1"]):
                with self.subTest(option):
                    self.fails(cli.USAGE, *command, option, "", says=f'{option}: found "", expected')

    def test_empty_values(self):
        """An unset variable in a script is not an omitted option."""
        for option in ("--cpus", "--numa-nodes", "--max-ref-count", "--bind", "--kubelet-option",
                       "--allocated", "--svg"):
            with self.subTest(option):
                given = (option, "") if option == "--cpus" else ("--cpus", "1", option, "")
                profile = ("--profile", "kubelet") if option == "--kubelet-option" else ()
                self.fails(cli.USAGE, "allocate", "--from", "server.xml", *given, *profile,
                           says=f'{option}: found "", expected')
        self.fails(cli.USAGE, "allocate", "--pod", "", says='--pod: found "", expected NAME=N')
        for option in ("--node-name", "--kubelet-config", "--cpu-state"):
            self.fails(cli.USAGE, "topology", "--from", "server.xml", "-o", "nrt", option, "",
                       says=f'{option}: found "", expected')

    def test_names_are_unique(self):
        self.fails(cli.USAGE, "allocate", "--from", "server.xml", "--pod", "a=1", "--pod", "a=2",
                   says="found the name a twice")

    def test_numbers(self):
        for text in ("0", "-1", "+1", "1.5", "1e3", "0x10", "", " 1", "4294967297", "8193",
                     "99999999999999999999"):
            with self.subTest(text):
                self.fails(cli.USAGE, "allocate", f"--cpus={text}" if text else "--cpus=", says="--cpus")
        for text in ("0", "1001", "two"):
            self.fails(cli.USAGE, "allocate", "--cpus", "1", "--max-ref-count", text,
                       says="--max-ref-count")

    def test_cpu_lists(self):
        for text in ("0-4294967295", "3-1", "1,,2", "x", "1-", "-", ",", "0-9999", "1 2", "0,1,"):
            for option in ("--allocated", "--available", "--reserved", "--preferred", "--numa-nodes"):
                with self.subTest(text=text, option=option):
                    self.fails(cli.USAGE, "allocate", "--from", "server.xml", "--cpus", "1",
                               f"{option}={text}", says=option)

    def test_cpus_the_machine_lacks(self):
        for option in ("--allocated", "--available", "--reserved", "--preferred"):
            self.fails(cli.USAGE, "allocate", "--from", "server.xml", "--cpus", "1", option, "60-70",
                       says=f"{option}: CPUs 64-70 are not among the machine's usable CPUs 0-63")
        for profile in ("spec", "upstream", "kubelet"):
            self.fails(cli.USAGE, "allocate", "--from", "server.xml", "--cpus", "1", "--numa-nodes",
                       "0-2", "--profile", profile, says="--numa-nodes: NUMA node 2")
            self.fails(cli.USAGE, "allocate", "--from", "server.xml", "--pod", "a=1,numa-nodes=0+2",
                       "--profile", profile, says="--pod a=1,numa-nodes=0+2: numa-nodes: NUMA node 2")

    def test_held_cpus(self):
        for text in ("", ":db", "0:a:b", "0:PCPULevel:None", "0:a b", "0::", "0:" + "n" * 64):
            with self.subTest(text):
                self.fails(cli.USAGE, "allocate", "--cpus", "1", f"--allocated={text}",
                           says="--allocated")
        self.fails(cli.USAGE, "allocate", "--cpus", "1", "-a", "0-1:n:Bad",
                   says='--allocated 0-1:n:Bad: exclusive policy: found "Bad", expected one of None, '
                        'PCPULevel, NUMANodeLevel')
        self.fails(cli.USAGE, "allocate", "--cpus", "1", "-a", "",
                   says='--allocated: found "", expected LIST[:NAME][:EXCLUSIVE], as in 0-3:db:PCPULevel')
        self.fails(cli.USAGE, "allocate", "--cpus", "1", "-a", "0:PCPULevel:n:None",
                   says='found "None" once too often')
        held = ("allocate", "--from", "server.xml", "--cpus", "1", "-o", "json", "-a")
        for text in ("0:n:PCPULevel", "0:PCPULevel:n", "0:n:pcpulevel"):
            self.assertIn('"exclusivePolicy": "PCPULevel"', self.run_ctl(*held, text).stdout)
        twice = ("allocate", "--from", "server.xml", "--cpus", "1", "--allocated", "0-3", "-a", "3:b")
        self.fails(cli.USAGE, *twice, says="CPU 3 is held 2 times")
        self.run_ctl(*twice, "--max-ref-count", "2")

    def test_pods(self):
        for text in ("", "x", "=1", "x=", "x=0", "x=y", "x=1,", "x=1,bind", "x=1,bind=No",
                     "x=1,required=1", "x=1,fewest-l3=", "x=1,color=red", "x=1,numa-nodes=0++1",
                     "a b=1", "x,y=1", "x=1\n"):
            with self.subTest(text):
                self.fails(cli.USAGE, "allocate", f"--pod={text}", says="--pod")
        self.fails(cli.USAGE, "allocate", "--pod", "x=1", "--cpus", "1", says="either --cpus")

    def test_options_of_other_profiles(self):
        for option in (("--bind", "FullPCPUs"), ("--exclusive", "None"), ("--required",),
                       ("--numa", "MostAllocated"), ("--max-ref-count", "1"), ("--fewest-l3",)):
            self.fails(cli.USAGE, "allocate", "--cpus", "1", "--profile", "kubelet", *option,
                       says=option[0])
        self.fails(cli.USAGE, "allocate", "--profile", "kubelet", "--pod", "x=1,required",
                   says="numa-nodes=")
        self.fails(cli.USAGE, "allocate", "--cpus", "1", "--kubelet-option", "full-pcpus-only",
                   says="--profile kubelet")
        kubelet = ("allocate", "--cpus", "1", "--profile", "kubelet", "--kubelet-option")
        self.fails(cli.USAGE, *kubelet, "full", says="full-pcpus-only, ")
        self.fails(cli.USAGE, *kubelet, "full-pcpus-only=1", says="expected one of false, true")
        self.fails(cli.USAGE, *kubelet, "full-pcpus-only,distribute-cpus-across-cores",
                   says="distribute-cpus-across-cores")

    def test_synthetic(self):
        for text in ("nonsense", "pu:0", "pack:", "pack:99999 pu:2", "pu:-1", "core:2 pu:2 pack:1"):
            with self.subTest(text):
                self.fails(cli.USAGE, "topology", "--from-synthetic", text, says="--from-synthetic")
        self.fails(cli.USAGE, "topology", "--from", "server.xml", "--from-synthetic", "pu:2",
                   says="excludes")
        self.fails(cli.USAGE, "topology", "--from-synthetic", "pu:2", "--only-allowed",
                   says="--only-allowed")

    def test_node_resource_topology_options(self):
        self.fails(cli.USAGE, "topology", "--from", "server.xml", "-o", "nrt", says="--node-name")
        self.fails(cli.USAGE, "topology", "--node-name", "x", says="only for -o nrt")
        for name in ("Bad Name", "a_b", "-a", "a.", "x" * 254, "\x01"):
            self.fails(cli.USAGE, "topology", "--from", "server.xml", "-o", "nrt", f"--node-name={name}",
                       says="--node-name: ")
        self.fails(cli.USAGE, "topology", "--from", "-", "-o", "nrt", "--node-name", "x",
                   "--kubelet-config", "-", says="standard input")


    def test_former_names_are_accepted_with_a_hint(self):
        self.write("state", cli.CPU_STATE)
        self.write("checkpoint", '{"Data":{"PodDeviceEntries":null,"RegisteredDevices":null},"Checksum":1944006890}')
        for name in ("pods.yaml", "node-pods.yaml"):
            shutil.copy(os.path.join(cli.SOURCE, "examples", name), self.path(name))
        source = ("--from", "server.xml")
        state = "koordctl node kubelet-state is now koordctl kubelet state"
        for former, now, hints in (
                (("topology", "-f", "server.xml"), ("topology", *source), ["-f is now --from"]),
                (("allocate", "-f", "server.xml", "--cpus", "2"), ("allocate", *source, "--cpus", "2"), ["-f is now --from"]),
                (("devices", *source, "--checkpoint=checkpoint", "--pods", "pods.yaml"),
                 ("devices", *source, "--device-state", "checkpoint", "-f", "pods.yaml"),
                 ["--checkpoint is now --device-state", "--pods is now --filename"]),
                (("kubelet", "admit", *source, "--config", "kubelet.yaml", "-f", "pods.yaml"),
                 ("kubelet", "admit", *source, "--kubelet-config", "kubelet.yaml", "-f", "pods.yaml"),
                 ["--config is now --kubelet-config"]),
                (("node", "kubelet-state", "check", *source, "--state", "state", "--config", "kubelet.yaml", "--pods", "node-pods.yaml"),
                 ("kubelet", "state", "check", *source, "--cpu-state", "state", "--kubelet-config", "kubelet.yaml", "-f", "node-pods.yaml"),
                 ["--state is now --cpu-state", "--config is now --kubelet-config", "--pods is now --filename", state])):
            with self.subTest(former):
                expected, found = self.run_ctl(*now, code=None), self.run_ctl(*former, code=None)
                self.assertEqual((found.returncode, found.stdout), (expected.returncode, expected.stdout))
                hint = [f"koordctl: hint: {text}" for text in hints]
                said = found.stderr.splitlines()
                self.assertEqual([line for line in said if line in hint], hint)
                self.assertEqual([line for line in said if line not in hint], expected.stderr.splitlines())
        # The option -f of these commands was a machine.
        for command in (("devices",), ("kubelet", "state", "check", "--cpu-state", "state", "--kubelet-config", "kubelet.yaml")):
            machine = self.run_ctl("topology", *source, "-o", "json").stdout
            self.write("machine.json", machine)
            self.fails(cli.ENVIRONMENT, *command, *source, "-f", "machine.json", says="expected the node's pods; a machine is given by --from")
        self.fails(cli.USAGE, "kubelet", "admit", *source, "--config", "", "-f", "pods.yaml", says="hint: ")


if __name__ == "__main__":
    unittest.main()
