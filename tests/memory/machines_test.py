"""Reading machines while memory runs out. hwloc may crash if one of its allocations fails. Its possible need is therefore allocated
in advance: under a limit of the address space koordctl either has enough memory or reports that it has not."""
import os
import resource
import subprocess
import unittest

import failing
import cli

SAID = r"koordctl: (.*: )?out of memory"
SYNTHETIC = "pack:2 [numa] l3:2 core:8 pu:2"
LARGE = "pack:8 [numa] l3:4 l2:2 core:16 pu:2"  # 2,048 CPUs: hwloc needs some MiB for them
FRAMES = 3
KIB = 1 << 10
MOST = 128 << 10  # KiB: more than any of these commands needs
LOADER = 127  # the exit code of the system's loader if its own memory is insufficient
STEP = 16 if failing.ALL else 512  # KiB


class Machines(failing.Case):
    def setUp(self):
        case = cli.Case()
        case.setUp()
        self.addCleanup(case.doCleanups)
        self.directory = case.directory
        # A document of some MiB: hwloc needs several times as much.
        with open(cli.SERVER, encoding="utf-8") as opened:
            text = opened.read()
        infos = "".join(f'<info name="Info{number}" value="{"v" * 10}"/>\n' for number in range(40000))
        case.write("large.xml", text.replace("<info ", infos + "<info ", 1))
        self.commands = [("topology", "--from", "server.xml"), ("topology", "--from-synthetic", SYNTHETIC), ("topology",)]

    def test_every_call_path(self):
        for command in self.commands:
            with self.subTest(" ".join(command)):
                self.check([cli.KOORDCTL, *command], FRAMES, cli.ENVIRONMENT, r"koordctl: .+", self.directory)

    def outcome(self, command, limit):
        """Returns true if so many KiB of address space suffice, and None if the program cannot even be started."""
        done = subprocess.run(
            [cli.KOORDCTL, *command], cwd=self.directory, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit * KIB, limit * KIB)))
        said = done.stderr.decode(errors="replace")
        if done.returncode == LOADER:
            return None
        self.assertIn(done.returncode, (cli.OK, cli.ENVIRONMENT), f"{command} in {limit} KiB: {said}")
        if done.returncode == cli.ENVIRONMENT:
            self.assertRegex(said, rf"\A{SAID}\n\Z", f"{command} in {limit} KiB")
        return done.returncode == cli.OK

    def test_limits(self):
        for command in (*self.commands, ("topology", "--from", "large.xml"), ("topology", "--from-synthetic", LARGE)):
            with self.subTest(" ".join(command)):
                low, high = 0, MOST
                while high - low > STEP // 4:
                    middle = (low + high) // 2
                    low, high = (middle, high) if self.outcome(command, middle) is None else (low, middle)
                found = [self.outcome(command, limit) for limit in range(high, high + (16 << 10), STEP)]
                self.assertIs(found[0], False, "it asks for less than it may need")
                self.assertTrue(self.outcome(command, MOST))
                self.assertEqual(found, sorted(found))


if __name__ == "__main__":
    unittest.main()
