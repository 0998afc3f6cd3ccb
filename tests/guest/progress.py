"""Runs a program for as long as it gets on: each line that it prints is a sign of life.

It is given up when it says nothing for a while, or at an overall cap. Seconds in which it wanted a CPU and other
programs had them all are no silence of its own: on a busy machine an emulator stands still without being stuck.
"""
import codecs
import dataclasses
import os
import re
import select
import signal
import subprocess
import time

# The kernel complains of what stands still, again and again: that is no progress.
COMPLAINT = re.compile(r"\[ *\d+\.\d+\] ")
TERMINAL = re.compile(r"\r|\x1b(\[[0-9;?]*[A-Za-z]|c)")  # colours and the like
SHOWN = 5


@dataclasses.dataclass(frozen=True)
class Limits:
    silence: float = 120
    cap: float = 5400   # by the clock, whatever it prints
    answer: float = 40  # how long a program has to answer when it was asked what it waits for


@dataclasses.dataclass
class Watched:
    code: int          # as of subprocess; of no meaning if it was cut off
    text: str
    cut: str = ""      # why it was cut off
    last: tuple = ()   # lines that it printed before that
    answer: str = ""   # what it printed when it was asked
    seconds: float = 0
    longest_silence: float = 0
    starved: float = 0  # of these seconds, those without a CPU

    def story(self, who):
        if self.cut:
            lines = "\n".join("  " + line for line in self.last) or "  nothing"
            return f"{who}: cut off after {self.cut}; it printed last:\n{lines}"
        return (f"{who}: took {self.seconds:.0f} s, {self.starved:.0f} of them waiting for a CPU; its longest silence "
                f"was {self.longest_silence:.0f} s")


class Waits:
    """How long a process, not its children, wanted a CPU and had none since last asked, by its thread that waited
    most. A kernel that does not count it says 0, and the clock decides."""

    def __init__(self, pid, proc="/proc"):
        self.tasks = f"{proc}/{pid}/task"
        self.before = self.read()

    def read(self):
        out = {}
        try:
            for task in os.listdir(self.tasks):
                with open(f"{self.tasks}/{task}/schedstat") as file:
                    out[task] = int(file.read().split()[1]) / 1e9
        except (OSError, IndexError):  # it ended, or there is no such file
            pass
        return out

    def __call__(self):
        before, self.before = self.before, self.read()
        return max((now - before.get(task, 0) for task, now in self.before.items()), default=0)


class Silence:
    """Seconds since the last sign of life in which there could have been one."""

    def __init__(self, waits, now=time.monotonic):
        self.waits, self.now = waits, now
        self.last = now()
        self.seconds = self.excused = 0.0  # since the last sign of life
        self.longest = self.starved = 0.0  # in all

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
    """Whole lines out of what a program prints."""

    def __init__(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.begun = ""

    def take(self, data):
        *lines, self.begun = (self.begun + self.decoder.decode(data)).split("\n")
        return [TERMINAL.sub("", line) for line in lines]

    def rest(self):
        return [TERMINAL.sub("", self.begun)] if self.begun else []


def watch(arguments, limits, question=b"", say=lambda line: print(line, flush=True), waits=Waits):
    """Runs a program and says its lines as they come. One that is to be given up gets the question on its standard
    input first, if there is one, and some time to answer it and end."""
    stdin = subprocess.PIPE if question else subprocess.DEVNULL
    # A session of its own: what it started is ended with it.
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
        self.is_over = False  # what it prints now is no progress

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
        """Until it closes its output, or there is a reason not to go on, which is returned."""
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
