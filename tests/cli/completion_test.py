"""Completion scripts load in their shell and offer the words that the parser accepts."""
import shutil
import subprocess
import unittest

import cli


class Completion(cli.Case):
    def script(self, shell):
        return self.run_ctl("completion", shell).stdout

    def bash(self, *words):
        """Returns bash's completions for the last of `words`."""
        program = (self.script("bash") + '\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _koordctl\n'
                   'printf "%s\\n" "${COMPREPLY[@]}"\n')
        done = subprocess.run(["bash", "-c", program, "bash", *words], capture_output=True, text=True,
                              cwd=self.directory)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_bash_commands(self):
        self.assertEqual(self.bash("koordctl", "a"), ["allocate"])
        self.assertEqual(set(self.bash("koordctl", "")),
                         {"topology", "devices", "allocate", "simulate", "explain", "gang", "rebind", "preempt",
                          "capacity", "resize", "top", "run", "kubelet", "node", "completion", "help", "version",
                          "--help", "--version"})

    def test_bash_options(self):
        self.assertEqual(self.bash("koordctl", "allocate", "--bi"), ["--bind"])
        self.assertEqual(self.bash("koordctl", "topology", "--from-"), ["--from-synthetic"])
        self.assertEqual(self.bash("koordctl", "topology", "--from", "x", "--node"), ["--node-name"])
        self.assertNotIn("--bind", self.bash("koordctl", "topology", "--"))

    def test_bash_below_a_group(self):
        self.assertEqual(self.bash("koordctl", "node", ""),
                         ["pools", "plan", "apply", "report", "status", "--help"])
        self.assertEqual(self.bash("koordctl", "node", "plan", "--driver", ""), ["detect", "cgroupfs", "systemd"])
        self.assertEqual(self.bash("koordctl", "kubelet", "state", ""),
                         ["check", "repair", "migrate", "replace", "--help"])
        self.assertEqual(self.bash("koordctl", "kubelet", "state", "repair", "--keep"), ["--keep-shrunk"])
        self.assertEqual(self.bash("koordctl", "kubelet", "state", "check", "--cpu-state", "serv"), ["server.xml"])
        self.assertNotIn("--write", self.bash("koordctl", "kubelet", "state", "check", "--"))

    def test_bash_values(self):
        policies = ["Default", "FullPCPUs", "SpreadByPCPUs"]
        self.assertEqual(self.bash("koordctl", "allocate", "--bind", ""), policies)
        self.assertEqual(self.bash("koordctl", "allocate", "--bind", "F"), ["FullPCPUs"])
        self.assertEqual(self.bash("koordctl", "allocate", "--bind", "="), policies)
        self.assertEqual(self.bash("koordctl", "allocate", "--bind", "=", "S"), ["SpreadByPCPUs"])
        self.assertEqual(self.bash("koordctl", "topology", "-o", "js"), ["json"])
        self.assertEqual(self.bash("koordctl", "topology", "--from", "serv"), ["server.xml"])
        self.assertEqual(self.bash("koordctl", "completion", "z"), ["zsh"])
        self.assertEqual(self.bash("koordctl", "help", "preem"), ["preempt"])
        self.assertEqual(self.bash("koordctl", "kubelet", "admit", "--ea"), ["--each"])
        self.assertEqual(self.bash("koordctl", "allocate", "--cpus", ""), [])
        self.assertEqual(self.bash("koordctl", "simulate", "--filename", "serv"), ["server.xml"])
        self.assertEqual(self.bash("koordctl", "simulate", "--profile", ""), ["spec", "upstream", "nrt-match"])
        self.assertEqual(self.bash("koordctl", "explain", "-o", ""), ["text", "json", "yaml"])
        self.assertNotIn("POD", self.bash("koordctl", "explain", ""))

    def test_bash_registers(self):
        program = self.script("bash") + "\ncomplete -p koordctl"
        done = subprocess.run(["bash", "-eu", "-c", program], capture_output=True, text=True)
        self.assertEqual((done.stdout.strip(), done.stderr),
                         ("complete -F _koordctl koordctl", ""))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self):
        self.write("_koordctl", self.script("zsh"))
        subprocess.run(["zsh", "-n", "_koordctl"], check=True, cwd=self.directory)
        done = subprocess.run(["zsh", "-f", "-c", "autoload -U compinit; compinit -u -D; "
                               'source ./_koordctl; print $_comps[koordctl]'],
                              capture_output=True, text=True, cwd=self.directory)
        self.assertEqual((done.stdout, done.stderr), ("_koordctl\n", ""))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        self.write("koordctl.fish", self.script("fish"))

        def fish(line):
            done = subprocess.run(["fish", "-N", "-c", f"source koordctl.fish; complete -C '{line}'"],
                                  capture_output=True, text=True, cwd=self.directory)
            self.assertEqual(done.stderr, "")
            return [row.split("\t")[0] for row in done.stdout.splitlines()]

        self.assertEqual(fish("koordctl allo"), ["allocate"])
        self.assertEqual(fish("koordctl allocate --bind F"), ["FullPCPUs"])

    def test_every_script_names_every_command(self):
        for shell in ("bash", "zsh", "fish"):
            for command in ("topology", "allocate", "simulate", "explain", "gang", "rebind",
                            "preempt", "capacity", "resize", "admit", "help", "state", "migrate", "completion", "version"):
                self.assertIn(command, self.script(shell))


if __name__ == "__main__":
    unittest.main()
