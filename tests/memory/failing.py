"""Programs whose allocations fail one after another, through failing_malloc.c.

KOORD_OUT_OF_MEMORY=all tries every allocation in place of one for each call path (make out-of-memory)."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.environ["KOORD_SOURCE_DIR"]
PRELOAD = os.environ["KOORD_FAILING_MALLOC"]
UNCHECKED = os.environ.get("KOORD_UNCHECKED")  # reason why allocations cannot fail in this build
ALL = os.environ.get("KOORD_OUT_OF_MEMORY") == "all"
# docs/embed/memory.md. Some functions of hwloc call others last, whose names are unknown here: hwloc_topology_init,
# hwloc_topology_set_xmlbuffer, hwloc_topology_set_synthetic.
MAY_CRASH = ("hwloc_topology_load", "?")

sys.path.insert(0, os.path.join(SOURCE, "tests", "cli"))


def hash_of(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return f"{value:016x}"


@unittest.skipIf(UNCHECKED, UNCHECKED)
class Case(unittest.TestCase):
    """Runs programs and checks the effect of each failed allocation."""

    def environment(self, **more):
        return {**{key: value for key, value in os.environ.items() if not key.startswith("HWLOC_")},
                "LD_PRELOAD": PRELOAD, **more}

    def each(self, command, frames, directory=None, onward=False):
        """Returns the lines of the report, and the program's own exit code and standard output."""
        with tempfile.TemporaryDirectory() as folder:
            report, out = os.path.join(folder, "report"), os.path.join(folder, "out")
            with open(out, "wb") as opened:
                done = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=opened,
                                      stderr=subprocess.PIPE, check=False, env=self.environment(
                                          KOORD_FAIL_EACH="1:1:0", KOORD_FAIL_FRAMES="0" if ALL else str(frames),
                                          KOORD_FAIL_ONWARD="1" if onward else "0", KOORD_FAIL_REPORT=report))
            with open(report, encoding="utf-8", errors="replace") as opened:
                lines = [line.rstrip("\n").split("\t") for line in opened]
            with open(out, "rb") as opened:
                written = opened.read()
        self.assertEqual(lines[-1][0], "calls", f"{command} ended with {done.returncode}: {done.stderr}")
        return lines[:-1], done.returncode, written

    def alone(self, line, command, directory, onward):
        """Returns a line of the report. If the child hung because of its locks, the failure is repeated in the program itself."""
        if line[1:3] != ["signal", "14"]:
            return line
        done = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
                              env=self.environment(KOORD_FAIL_AT=line[0], KOORD_FAIL_ONWARD="1" if onward else "0"))
        kind = ["signal", str(-done.returncode)] if done.returncode < 0 else ["exit", str(done.returncode)]
        said = (done.stderr.decode(errors="replace").splitlines() or [""])[-1]
        return [line[0], *kind, "0", str(len(done.stdout)), hash_of(done.stdout), line[6], said]

    def check(self, command, frames, failure, said, directory=None, onward=False):
        """Expects that each failure is reported as `failure` with the line `said`, or has no effect. Returns the number of
        reported failures."""
        lines, code, written = self.each(command, frames, directory, onward)
        told = 0
        known = {}
        for line in lines:
            number, kind, result, offset, length, digest, hwloc, text = self.alone(line, command, directory, onward)
            where = f"allocation {number} of {' '.join(command)}: {kind} {result}, hwloc {hwloc}: {text}"
            if hwloc != "-":
                self.assertIn(kind, ("exit", "signal") if hwloc in MAY_CRASH else ("exit",), where)
                self.assertTrue(kind == "signal" or int(result) in (code, failure), where)
                continue  # hwloc may work with less memory
            self.assertEqual(kind, "exit", where)
            if int(result) == failure and re.fullmatch(said, text):
                told += 1
                continue
            self.assertEqual((int(result), int(length)), (code, len(written) - int(offset)), where)
            if offset not in known:
                known[offset] = hash_of(written[int(offset):])
            self.assertEqual(digest, known[offset], where)
        self.assertGreater(told, 5, command)
        return told
