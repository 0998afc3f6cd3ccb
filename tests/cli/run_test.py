"""koordctl run: the CPUs that a program gets, and exit codes."""
import os
import subprocess
import sys
import unittest

import cli

PRINT_CPUS = (sys.executable, "-c", "import os; print(*os.sched_getaffinity(0))")


def cpus_of(text):
    return {int(word) for word in text.split()}


class Run(cli.Case):
    def setUp(self):
        super().setUp()
        self.own = os.sched_getaffinity(0)
        self.thread(1, 1, self.own)

    def thread(self, process, thread, cpus, memory="VmSize:\t100 kB\n"):
        directory = self.path(f"proc/{process}/task/{thread}")
        os.makedirs(directory)
        text = ",".join(str(cpu) for cpu in sorted(cpus))
        if process == thread:
            self.write(self.path(f"proc/{process}/status"), "")
        self.write(f"{directory}/status", f"Name:\tx\n{memory}Cpus_allowed_list:\t{text}\n")

    def run_command(self, *options, code=cli.OK):
        return self.run_ctl("run", "--proc", "proc", *options, "--", *PRINT_CPUS, code=code)

    def test_the_program_gets_so_many_cpus(self):
        for count in range(1, len(self.own) + 1):
            cpus = cpus_of(self.run_command("--cpus", str(count)).stdout)
            self.assertEqual(len(cpus), count)
            self.assertLessEqual(cpus, self.own)
        done = self.run_command("--cpus", str(len(self.own) + 1), code=cli.REFUSED)
        self.assertEqual(done.stdout, "")
        self.assertIn("koordctl: refused: ", done.stderr)
        self.assertNotIn("--share", done.stderr)  # it would not help

    def test_cpus_of_bound_threads_are_in_use(self):
        if len(self.own) < 2:
            self.skipTest("the process has one CPU")
        first = min(self.own)
        others = self.own - {first}
        self.thread(10, 10, self.own)
        self.thread(10, 11, {first})  # only one thread is bound
        self.thread(12, 12, others, memory="")  # a kernel thread
        self.assertEqual(cpus_of(self.run_command("--cpus", str(len(others))).stdout), others)
        done = self.run_command("--cpus", str(len(self.own)), code=cli.REFUSED)
        self.assertIn("other processes are bound to the rest: --share", done.stderr)
        self.assertEqual(cpus_of(self.run_command("--cpus", str(len(self.own)), "--share").stdout), self.own)

    def test_commands_at_the_same_time_get_different_cpus(self):
        """Other processes of the machine may be bound, too, so commands may be refused."""
        if len(self.own) < 2:
            self.skipTest("a process with one CPU is not bound to a part of its CPUs")
        script = "import os; print(*os.sched_getaffinity(0), flush=True); input()"
        command = [cli.KOORDCTL, "run", "--cpus", "1", "--", sys.executable, "-c", script]
        running = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                    text=True) for _ in range(len(self.own) + 1)]
        lines = [process.stdout.readline() for process in running]
        for process in running:
            process.communicate("\n")
        placed = [cpus_of(line) for line in lines if line]
        self.assertEqual(sum(len(cpus) for cpus in placed), len(set().union(*placed)))
        for process, line in zip(running, lines):
            self.assertEqual(process.returncode, cli.OK if line else cli.REFUSED)
        self.assertIn("", lines)  # there is one command more than there are CPUs

    def test_arguments_arrive_unchanged(self):
        arguments = ["[0,1]", "[]", "", "--", "-c", "[", "x", "]", "=a", "--share", "a b"]
        done = self.run_ctl("run", "--proc", "proc", "--cpus", "1", "--", sys.executable, "-c", "import sys; print(sys.argv[1:])",
                            *arguments)
        self.assertEqual(done.stdout, f"{arguments}\n")

    def test_hidden_processes_are_mentioned(self):
        self.assertEqual(self.run_command("--cpus", "1").stderr, "")
        os.remove(self.path("proc/1/task/1/status"))
        self.assertEqual(self.run_command("--cpus", "1").stderr, "")
        os.remove(self.path("proc/1/status"))
        self.assertIn("warning: proc does not show the processes of other users", self.run_command("--cpus", "1").stderr)
        self.assertEqual(self.run_command("--cpus", "1", "--share").stderr, "")

    def test_exit_codes(self):
        common = ("run", "--proc", "proc", "--cpus", "1", "--")
        self.assertEqual(self.run_ctl(*common, "sh", "-c", "exit 7", code=7).stderr, "")
        self.fails(127, *common, "./absent", says='"./absent": No such file')
        self.write("text", "")
        self.fails(126, *common, "./text", says='"./text": Permission denied')
        for args, says in (((), "COMMAND is required"), (("--", "true"), "--cpus or --gpus is required"), (("--cpus", "0", "--", "true"), "--cpus"),
                           (("--cpus", "1"), "COMMAND"), (("--cpus", "1", "ls", "-l"), '"ls" before --'), (("--cpus", "1", "ls"), '"ls" before --')):
            self.fails(cli.USAGE, "run", *args, says=says)
        self.fails(cli.ENVIRONMENT, "run", "--proc", "kubelet.yaml", "--cpus", "1", "--", "true", says="kubelet.yaml: Not a directory")

    def test_memory_comes_from_the_nodes_of_the_cpus(self):
        done = self.run_ctl("run", "--proc", "proc", "--cpus", "1", "--membind", "--", "cat", "/proc/self/numa_maps", code=None)
        if "set_mempolicy" in done.stderr:
            self.skipTest("this process may not bind memory: " + done.stderr)
        self.assertEqual(done.returncode, cli.OK)
        policies = {line.split()[1] for line in done.stdout.splitlines()}
        self.assertTrue(policies)
        for policy in policies:
            self.assertTrue(policy.startswith("bind:"), policy)


if __name__ == "__main__":
    unittest.main()
