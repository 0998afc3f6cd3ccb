"""Runs a program as long as it makes progress: each line that it prints is a sign of life.

The program is stopped when it prints nothing for a while, or at an overall limit. Seconds in which it wanted a CPU and other
programs had them all do not count as silence: on a busy machine an emulator may stand still without being stuck.
"""
import codecs
import dataclasses
import os
import re
import select
import signal
import subprocess
import time

# The kernel's repeated complaints about stalled tasks are not progress.
COMPLAINT = re.compile(r"\[ *\d+\.\d+\] ")
TERMINAL = re.compile(r"\r|\x1b(\[[0-9;?]*[A-Za-z]|c)")  # colours and other control sequences
SHOWN = 5


@dataclasses.dataclass(frozen=True)
class Limits:
    silence: float = 120
    cap: float = 5400   # wall-clock limit, regardless of output
    answer: float = 40  # time to answer the question what it waits for


@dataclasses.dataclass
class Watched:
    code: int          # as in subprocess; undefined if it was stopped
    text: str
    cut: str = ""      # reason for stopping it
    last: tuple = ()   # last lines that it printed before
    answer: str = ""   # its answer to the question
    seconds: float = 0
    longest_silence: float = 0
    starved: float = 0  # seconds of this silence without a CPU

    def story(self, who):
        if self.cut:
            lines = "\n".join("  " + line for line in self.last) or "  nothing"
            return f"{who}: cut off after {self.cut}; it printed last:\n{lines}"
        return (f"{who}: took {self.seconds:.0f} s, {self.starved:.0f} of them waiting for a CPU; its longest silence "
                f"was {self.longest_silence:.0f} s")


class Waits:
    """Time that a process, without its children, waited for a CPU since the last call: the maximum over its threads. It is 0 if the
    kernel does not count it; then wall time decides."""

    def __init__(self, pid, proc="/proc"):
        self.tasks = f"{proc}/{pid}/task"
        self.before = self.read()

    def read(self):
        out = {}
        try:
            for task in os.listdir(self.tasks):
                with open(f"{self.tasks}/{task}/schedstat") as file:
                    out[task] = int(file.read().split()[1]) / 1e9
        except (OSError, IndexError):  # the process ended, or the file does not exist
            pass
        return out

    def __call__(self):
        before, self.before = self.before, self.read()
        return max((now - before.get(task, 0) for task, now in self.before.items()), default=0)


class Silence:
    """Measures the seconds since the last sign of life in which the program could have given one."""

    def __init__(self, waits, now=time.monotonic):
        self.waits, self.now = waits, now
        self.last = now()
        self.seconds = self.excused = 0.0  # since the last sign of life
        self.longest = self.starved = 0.0  # in total

    def goes_on(self):
        now = self.now()
        elapsed, self.last = now - self.last, now
        starved = min(self.waits(), elapsed)
        self.seconds += elapsed - starved
        self.excused += starved
        self.starved += starved
        self.longest = max(self.longest, self.seconds)

    def ends(self):
        self.seconds = self.excused = 0.0

    def __str__(self):
        excuse = f", not counting {self.excused:.0f} s in which it got no CPU" if self.excused >= 1 else ""
        return f"{self.seconds:.0f} s of silence{excuse}"


class Lines:
    """Splits a program's output into whole lines."""

    def __init__(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.begun = ""

    def take(self, data):
        *lines, self.begun = (self.begun + self.decoder.decode(data)).split("\n")
        return [TERMINAL.sub("", line) for line in lines]

    def rest(self):
        return [TERMINAL.sub("", self.begun)] if self.begun else []


def watch(arguments, limits, question=b"", say=lambda line: print(line, flush=True), waits=Waits):
    """Runs a program and prints its lines as they come. Before it is stopped, the program gets the question on its standard input,
    if there is one, and some time to answer and end."""
    stdin = subprocess.PIPE if question else subprocess.DEVNULL
    # A separate session, so that all descendants are ended with it.
    process = subprocess.Popen(arguments, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    try:
        return Watcher(process, limits, say, Silence(waits(process.pid))).watch(question)
    finally:
        end(process)


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def text_of(lines):
    return "".join(line + "\n" for line in lines)


class Watcher:
    def __init__(self, process, limits, say, silence):
        self.process, self.limits, self.say, self.silence = process, limits, say, silence
        self.begin = time.monotonic()
        self.lines, self.said = Lines(), []
        self.is_over = False  # later output is no progress

    def watch(self, question):
        out = Watched(0, "")
        out.cut = self.follow(self.why_cut)
        if not out.cut:
            out.code, out.cut = self.wait()
        out.longest_silence = self.silence.longest
        asked = len(self.said)
        if out.cut:
            out.last = tuple((self.said + self.lines.rest())[-SHOWN:])
            self.silence.ends()
            self.is_over = True
            if self.asks(question):
                self.follow(lambda: "no answer" if self.silence.seconds >= self.limits.answer else "")
        self.tell(self.lines.rest())
        out.text = text_of(self.said)
        out.answer = text_of(self.said[asked:]) if out.cut else ""
        out.seconds, out.starved = time.monotonic() - self.begin, self.silence.starved
        return out

    def follow(self, why_not):
        """Follows the output until the program closes it. Returns the reason if there is one to stop."""
        pipe = self.process.stdout.fileno()
        while not (why := why_not()):
            ready = select.select([pipe], [], [], min(1, self.limits.silence / 10))[0]
            data = os.read(pipe, 1 << 16) if ready else None
            self.silence.goes_on()
            if data == b"":
                break
            if data:
                self.tell(self.lines.take(data))
        return why

    def tell(self, lines):
        for line in lines:
            self.say(line)
        self.said += lines
        if not self.is_over and any(line and not COMPLAINT.match(line) for line in lines):
            self.silence.ends()

    def why_cut(self):
        if self.silence.seconds >= self.limits.silence:
            return str(self.silence)
        if time.monotonic() - self.begin >= self.limits.cap:
            return f"{self.limits.cap:.0f} s, by the overall cap"
        return ""

    def asks(self, question):
        if not question:
            return False
        try:
            self.process.stdin.write(question)
            self.process.stdin.flush()
        except OSError:
            return False
        return True

    def wait(self):
        try:
            return self.process.wait(self.limits.answer), ""
        except subprocess.TimeoutExpired:
            return 0, f"{self.limits.answer:.0f} s after it closed its output"
