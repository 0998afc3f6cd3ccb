#!/usr/bin/env python3
"""Stopping of silent programs, and the messages about it; small programs stand for guests."""
import os
import subprocess
import sys
import tempfile
import time
import unittest

from progress import Limits, Lines, Silence, Waits, watch


def run(program, limits, **more):
    lines = []
    done = watch([sys.executable, "-ISc", "import os, sys, time\n" + program], limits, say=lines.append, **more)
    return done, lines


class Programs(unittest.TestCase):
    def test_ends_by_itself(self):
        done, lines = run("print('a'); print('b', end=''); sys.exit(3)", Limits(silence=30, cap=60))
        self.assertEqual((done.code, done.cut, done.text, lines), (3, "", "a\nb\n", ["a", "b"]))
        self.assertIn("it: took", done.story("it"))

    def test_a_program_that_prints_may_take_longer(self):
        done, _ = run("for i in range(8): print(i, flush=True); time.sleep(0.3)", Limits(silence=2, cap=60))
        self.assertEqual((done.cut, len(done.text.split())), ("", 8))
        self.assertGreater(done.seconds, 2)

    def test_silence(self):
        done, lines = run("for i in range(9): print(i, flush=True)\nos.write(1, b'half'); time.sleep(60)",
                          Limits(silence=1, cap=60))
        self.assertRegex(done.cut, "^1 s of silence")
        self.assertEqual(done.last, ("5", "6", "7", "8", "half"))
        self.assertEqual(lines[-1], "half")
        self.assertEqual(done.story("guest"), f"guest: cut off after {done.cut}; it printed last:\n"
                         "  5\n  6\n  7\n  8\n  half")

    def test_nothing_at_all(self):
        done, _ = run("time.sleep(60)", Limits(silence=1, cap=60))
        self.assertIn("it printed last:\n  nothing", done.story("guest"))

    def test_kernel_warnings_are_not_progress(self):
        done, _ = run("while True: print('[   12.345678] rcu: stalls', flush=True); time.sleep(0.2)",
                      Limits(silence=1, cap=60))
        self.assertRegex(done.cut, "^1 s of silence")

    def test_cap(self):
        done, _ = run("while True: print('on', flush=True); time.sleep(0.1)", Limits(silence=30, cap=2))
        self.assertEqual(done.cut, "2 s, by the overall cap")
        self.assertLess(done.seconds, 20)

    def test_question(self):
        done, _ = run("print('a', flush=True); print('I wait for', sys.stdin.readline(), end='')",
                      Limits(silence=1, cap=60), question=b"Godot\n")
        self.assertRegex(done.cut, "^1 s of silence")
        self.assertEqual(done.last, ("a",))
        self.assertEqual((done.answer, done.text), ("I wait for Godot\n", "a\nI wait for Godot\n"))

    def test_answer_without_an_end(self):
        done, _ = run("sys.stdin.readline()\nwhile True: print('!', flush=True); time.sleep(0.1)",
                      Limits(silence=1, cap=60, answer=1), question=b"?\n")
        self.assertRegex(done.cut, "^1 s of silence")
        self.assertLess(done.seconds, 20)

    def test_child_processes_are_ended_too(self):
        done, _ = run("if os.fork() == 0: time.sleep(60)\nelse: print(os.getpid(), flush=True); time.sleep(60)",
                      Limits(silence=1, cap=60))
        with self.assertRaises(ProcessLookupError):
            for _ in range(100):  # until it is reaped
                os.killpg(int(done.text), 0)
                time.sleep(0.1)

    def test_closed_output(self):
        done, _ = run("print('a', flush=True); os.close(1); os.close(2); time.sleep(60)",
                      Limits(silence=30, cap=60, answer=1))
        self.assertEqual((done.cut, done.last), ("1 s after it closed its output", ("a",)))


class Silences(unittest.TestCase):
    def setUp(self):
        self.clock = self.waited = 0
        self.silence = Silence(lambda: self.waited, now=lambda: self.clock)

    def passes(self, seconds, waited=0):
        self.clock += seconds
        self.waited = waited
        self.silence.goes_on()

    def test_counts_until_it_ends(self):
        self.passes(10)
        self.passes(5)
        self.assertEqual(self.silence.seconds, 15)
        self.silence.ends()
        self.passes(2)
        self.assertEqual((self.silence.seconds, self.silence.longest), (2, 15))

    def test_time_without_a_cpu_does_not_count(self):
        self.passes(100, waited=90)
        self.assertEqual(self.silence.seconds, 10)
        self.assertEqual(str(self.silence), "10 s of silence, not counting 90 s in which it got no CPU")

    def test_never_goes_back(self):
        self.passes(5)
        self.passes(1, waited=60)
        self.assertEqual((self.silence.seconds, self.silence.starved), (5, 1))


class Waiting(unittest.TestCase):
    def test_reads_the_thread_that_waited_longest(self):
        with tempfile.TemporaryDirectory() as proc:
            def waited(task, seconds):
                os.makedirs(f"{proc}/7/task/{task}", exist_ok=True)
                with open(f"{proc}/7/task/{task}/schedstat", "w") as file:
                    file.write(f"5 {seconds * 10**9} 3\n")
            waited(7, 100)
            waited(8, 200)
            waits = Waits(7, proc)
            self.assertEqual(waits(), 0)
            waited(7, 103)
            waited(8, 201)
            self.assertEqual(waits(), 3)
            waited(9, 4)  # a new thread
            self.assertEqual(waits(), 4)
            self.assertEqual(waits(), 0)

    def test_no_process(self):
        with tempfile.TemporaryDirectory() as proc:
            self.assertEqual(Waits(7, proc)(), 0)

    @unittest.skipUnless(os.path.exists("/proc/self/schedstat"), "this kernel does not count who waits for a CPU")
    def test_this_kernel(self):
        cpu = min(os.sched_getaffinity(0))
        busy = f"import os\nos.sched_setaffinity(0, {{{cpu}}})\nprint(flush=True)\nwhile True: pass"
        both = [subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE) for _ in range(2)]
        try:
            for one in both:
                one.stdout.readline()
            waits = Waits(both[0].pid)
            time.sleep(3)
            # The process shares a CPU, so it waits half of the time.
            self.assertGreater(waits(), 0.2)
        finally:
            for one in both:
                one.kill()
                one.wait()
                one.stdout.close()


class Text(unittest.TestCase):
    def test_lines(self):
        lines = Lines()
        self.assertEqual(lines.take(b"a\r\n\x1b[1;31mb"), ["a"])
        self.assertEqual(lines.rest(), ["b"])
        self.assertEqual(lines.take(b"\x1b[0m\xc3"), [])
        self.assertEqual(lines.take(b"\xa9\n"), ["b\u00e9"])


if __name__ == "__main__":
    unittest.main()
