"""Help is complete and consistent with the manual and the guide, and every example in it works."""
import os
import re
import shutil
import subprocess
import unittest

import cli
import node_tree

COMMANDS = ("topology", "devices", "allocate", "simulate", "explain", "gang", "rebind",
            "preempt", "capacity", "resize", "top", "run", "completion", "help", "version")
# Nested commands.
NESTED = (tuple(("node", name) for name in ("pools", "plan", "apply", "report")) +
          tuple(("kubelet", "state", name) for name in ("check", "repair", "migrate", "replace")) +
          (("kubelet", "admit"), ("kubelet", "state")))
ALL = tuple((name,) for name in COMMANDS + ("node", "kubelet")) + NESTED


def options_in(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", text))


class Help(cli.Case):
    def help(self, *command):
        return self.run_ctl(*command, "--help").stdout

    def examples(self):
        for command in ((), *ALL):
            body = self.help(*command).split("Examples:\n", 1)[1].split("\n\n", 1)[0]
            for line in body.splitlines():
                line = line.strip()
                if line and not line.startswith("#"):
                    yield line

    def test_every_command_has_help(self):
        top = self.help()
        for name in ALL:
            self.assertIn(f"  {name[-1]} ", self.help(*name[:-1]))
            text = self.help(*name)
            self.assertIn(f"Usage: koordctl {' '.join(name)} ", text)
            self.assertIn("Examples:", text)
            self.assertEqual(text, self.run_ctl(*name, "-h").stdout)
            self.assertEqual(text, self.run_ctl("help", *name).stdout)
        for code in range(5):
            self.assertRegex(top, rf"(?m)^  {code}  ")

    def test_help_without_a_command_is_that_of_all(self):
        self.assertEqual(self.run_ctl("help").stdout, self.help())
        self.fails(cli.USAGE, "help", "preemt", says='koordctl has no command "preemt"; did you mean preempt?')
        self.fails(cli.USAGE, "help", "node", "polls", says="koordctl node has no command \"polls\"; did you mean pools?")
        self.fails(cli.USAGE, "help", "version", "x", says="koordctl version has no command")

    def test_option_lines_fit_a_terminal(self):
        for name in ALL:
            for line in self.help(*name).split("Examples:")[0].splitlines():
                self.assertLessEqual(len(line), 100, line)

    def test_examples_run(self):
        nrt = self.run_ctl("topology", "--from", "server.xml", "--node-name", "node1", "-o",
                           "nrt-yaml").stdout
        self.write("node1.yaml", nrt)
        self.write("cpu_manager_state", cli.CPU_STATE)
        self.write("memory_manager_state", '{"policyName":"None","machineState":{},"checksum":0}')
        self.write("gpus.json", self.run_ctl("devices", "--nvml", os.environ["KOORD_FAKE_NVML_LIBRARY"], "--node-name", "n", "-o", "json",
                                             env=self.environment(KOORD_FAKE_NVML="pcie4")).stdout)
        node_tree.of_example_pods(self.path("cgroup"))
        for name in ("cluster.yaml", "job.yaml", "node-pods.yaml", "rebind.yaml"):
            shutil.copy(os.path.join(cli.SOURCE, "examples", name), self.path(name))
        with open(os.path.join(cli.SOURCE, "examples", "pods.yaml")) as file:
            first = file.read().split("---\n")[0]  # the first pod fits anywhere
        self.write("pods.yaml", first)
        with open(self.path("cluster.yaml"), "a") as file:  # and a pending pod of the cluster
            file.write("---\n" + first.replace("name: web", "name: train-0"))
        self.write("kubelet_internal_checkpoint",
                   '{"Data":{"PodDeviceEntries":null,"RegisteredDevices":null},"Checksum":1944006890}')
        bin_directory = os.path.dirname(os.path.abspath(cli.KOORDCTL))
        env = self.environment(PATH=bin_directory + os.pathsep + os.environ["PATH"])
        examples = list(self.examples())
        self.assertGreater(len(examples), 12)
        for line in examples:
            with self.subTest(line):
                done = subprocess.run(["bash", "-c", line], cwd=self.directory, env=env,
                                      capture_output=True, text=True, timeout=120)
                said = re.sub("koordctl: note: no devices were found.*\n", "", done.stderr)  # on this machine
                self.assertEqual((done.returncode, said), (0, ""), line)
        for name in ("server.svg", "placement.svg"):
            with open(self.path(name)) as picture:
                self.assertTrue(picture.read().startswith("<"))

    def test_manual_page_is_current(self):
        manual = os.environ["KOORDCTL_MANUAL"]
        written = subprocess.run([manual], capture_output=True, text=True, check=True).stdout
        with open(os.path.join(cli.SOURCE, "packaging", "man", "koordctl.1")) as page:
            self.assertEqual(page.read(), written, "run: koordctl_manual > packaging/man/koordctl.1")

    def test_manual_and_completion_know_every_option(self):
        with open(os.path.join(cli.SOURCE, "packaging", "man", "koordctl.1")) as page:
            manual = re.sub(r"\\f[BIR]", " ", page.read()).replace("\\-", "-")
        for name in ALL:
            options = options_in(self.help(*name).split("Examples:")[0])
            self.assertIn("--help", options)
            self.assertLessEqual(options, options_in(manual))
            self.assertLessEqual(options, options_in(self.run_ctl("completion", "bash").stdout))

    def test_guide_and_help_agree(self):
        with open(os.path.join(cli.SOURCE, "docs", "operate", "koordctl.md")) as page:
            guide = options_in(page.read().split("## Former names")[0])
        known = options_in(self.help())
        for name in ALL:
            known |= options_in(self.help(*name).split("Examples:")[0])
        self.assertEqual(known - guide, set(), "docs/operate/koordctl.md lacks options")
        self.assertEqual(guide - known, set(), "docs/operate/koordctl.md names options that do not exist")

    def test_guide_examples_print_what_it_shows(self):
        with open(os.path.join(cli.SOURCE, "docs", "operate", "koordctl.md")) as page:
            blocks = re.findall(r"```console\n(.*?)```", page.read(), re.S)
        self.assertGreater(len(blocks), 2)
        os.symlink(os.path.join(cli.SOURCE, "examples"), self.path("examples"))
        bin_directory = os.path.dirname(os.path.abspath(cli.KOORDCTL))
        env = self.environment(PATH=bin_directory + os.pathsep + os.environ["PATH"])
        for block in blocks:
            for part in re.split(r"(?m)^\$ ", block)[1:]:
                command, _, shown = part.partition("\n")
                command = command.replace("examples/two-socket-server.xml", "server.xml")
                with self.subTest(command):
                    done = subprocess.run(["bash", "-c", command + " 2>&1"], cwd=self.directory,
                                          env=env, capture_output=True, text=True, timeout=120)
                    shown = shown.rstrip("\n")
                    if shown.endswith("\n..."):
                        shown = shown[:-4]
                        printed = "\n".join(done.stdout.splitlines()[:shown.count("\n") + 1])
                    else:
                        printed = done.stdout.rstrip("\n")
                    self.assertEqual(printed, shown, "docs/operate/koordctl.md shows something else")

    def test_no_command_is_a_usage_error_that_shows_help(self):
        done = self.run_ctl(code=cli.USAGE)
        self.assertEqual(done.stdout, "")
        self.assertIn("Commands:", done.stderr)

    def test_version(self):
        import json
        versions = json.loads(self.run_ctl("version", "-o", "json").stdout)
        self.assertEqual(set(versions), {"koordctl", "libkoord"})
        self.assertIn(versions["libkoord"], self.run_ctl("version").stdout)
        for option in ("--version", "-V"):
            self.assertEqual(self.run_ctl(option).stdout, f"koordctl {versions['koordctl']}\n")


if __name__ == "__main__":
    unittest.main()
