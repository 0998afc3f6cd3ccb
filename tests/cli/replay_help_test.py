"""koord-replay: help, manual page, completions and guide are complete, and every example of the help works."""
import os
import re
import shutil
import subprocess
import unittest

import cli
import help_test

PROGRAM = os.environ["KOORD_REPLAY"]
MANUAL = os.environ["KOORD_REPLAY_MANUAL"]


class ReplayHelp(cli.Case):
    program = PROGRAM

    def setUp(self):
        super().setUp()
        self.write("nodes.csv", "sn,cpu_milli,memory_mib,gpu,model\nn,8000,8192,2,A\n")
        for name in ("pods.csv", "pods-small.csv", "before.csv", "after.csv"):
            self.write(name, "name,cpu_milli,memory_mib,num_gpu,gpu_milli\np,1000,64,1,500\n")
        self.write("arrivals.txt", "".join(f"{seed}:0,0,0,0,0\n" for seed in range(42, 52)))

    def help(self):
        return self.run_ctl("--help").stdout

    def options(self):
        """Returns the options that the help lists, without those that descriptions and examples mention."""
        return set(re.findall(r"(?m)^  (?:-\w, |    )(--[a-z-]+)", self.help()))

    def page(self, *path):
        with open(os.path.join(cli.SOURCE, *path)) as page:
            return page.read()

    def written(self, *args):
        return subprocess.run([MANUAL, *args], capture_output=True, text=True, check=True).stdout

    def bash(self, *words):
        """Returns bash's completions for the last of `words`."""
        program = (self.written("bash") + '\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _koord-replay\n'
                   'printf "%s\\n" "${COMPREPLY[@]}"\n')
        done = subprocess.run(["bash", "-c", program, "bash", *words], capture_output=True, text=True, cwd=self.directory)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_help(self):
        text = self.help()
        self.assertIn("Usage: koord-replay [OPTIONS]\n", text)
        self.assertEqual(text, self.run_ctl("-h").stdout)
        for line in text.split("Examples:")[0].splitlines():
            self.assertLessEqual(len(line), 100, line)
        for code in (0, 2, 3, 4):
            self.assertRegex(text, rf"(?m)^  {code}  ")
        for option in ("--version", "-V"):
            self.assertRegex(self.run_ctl(option).stdout, r"^koord-replay \d+\.\d+\.\d+\n$")

    def test_examples_run(self):
        env = self.environment(PATH=os.path.dirname(os.path.abspath(PROGRAM)) + os.pathsep + os.environ["PATH"])
        body = self.help().split("Examples:\n", 1)[1].split("\n\n", 1)[0]
        examples = [line.strip() for line in body.splitlines() if not line.strip().startswith("#")]
        self.assertGreater(len(examples), 4)
        for line in examples:
            with self.subTest(line):
                done = subprocess.run(["bash", "-c", line], cwd=self.directory, env=env, capture_output=True, text=True, timeout=120)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
        with open(self.path("fragments.svg")) as picture:
            self.assertTrue(picture.read().startswith("<svg"))

    def test_usage_errors(self):
        files = ("--nodes", "nodes.csv", "--pods", "pods.csv", "--seeds", "42")
        for args, says in (((), "--nodes"), (("--nodes", "nodes.csv"), "--pods"), ((*files, "topology"), 'unexpected argument "topology"'),
                           ((*files, "--metrc", "allocated"), "did you mean --metric?")):
            with self.subTest(args):
                self.assertIn("Try 'koord-replay --help'.", self.fails(cli.USAGE, *args, says=says))

    def test_manual_page_is_current(self):
        self.assertEqual(self.page("packaging", "man", "koord-replay.1"), self.written(),
                         "run: koord_replay_manual > packaging/man/koord-replay.1")

    def test_every_text_knows_every_option(self):
        options = self.options()
        self.assertGreater(len(options), 15)
        manual = re.sub(r"\\f[BIR]", " ", self.page("packaging", "man", "koord-replay.1")).replace("\\-", "-")
        self.assertEqual(options - help_test.options_in(manual), set())
        for shell in ("bash", "zsh"):
            self.assertEqual(options - help_test.options_in(self.written(shell)), set())
        self.assertEqual(options - {f"--{name}" for name in re.findall(r" -l ([a-z-]+)", self.written("fish"))}, set())
        guide = help_test.options_in(self.page("docs", "operate", "gpu-placement.md"))
        self.assertEqual(options - {"--help", "--version"} - guide, set(), "docs/operate/gpu-placement.md lacks options")
        self.assertEqual(guide - options, set(), "docs/operate/gpu-placement.md names options that do not exist")

    def test_bash_completes_options_and_values(self):
        self.assertEqual(self.bash("koord-replay", "--node"), ["--nodes"])
        self.assertEqual(self.bash("koord-replay", "--nodes", "nodes.csv", "--pods", "pods.csv", "--met"), ["--metric"])
        self.assertEqual(self.bash("koord-replay", "--nodes", "nod"), ["nodes.csv"])
        self.assertEqual(self.bash("koord-replay", "--nodes", "nodes.csv", "-o", "d"), ["differences"])
        self.assertEqual(self.bash("koord-replay", "--seeds", ""), [])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_loads(self):
        self.write("_koord-replay", self.written("zsh"))
        done = subprocess.run(["zsh", "-f", "-c", "autoload -U compinit; compinit -u -D; "
                               'source ./_koord-replay; print $_comps[koord-replay]'],
                              capture_output=True, text=True, cwd=self.directory)
        self.assertEqual((done.stdout, done.stderr), ("_koord-replay\n", ""))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_completes(self):
        self.write("koord-replay.fish", self.written("fish"))
        line = "koord-replay --nodes nodes.csv --metric f"
        done = subprocess.run(["fish", "-N", "-c", f"source koord-replay.fish; complete -C '{line}'"],
                              capture_output=True, text=True, cwd=self.directory)
        self.assertEqual((done.stderr, sorted(row.split("\t")[0] for row in done.stdout.splitlines())),
                         ("", ["fragment-ratio", "fragments"]))


if __name__ == "__main__":
    unittest.main()
