"""A pseudo terminal with the screen that a program draws on it: the part of xterm that ncurses uses."""
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
import unicodedata

CSI = re.compile(rb"\x1b\[([?>!]?)([\d;]*)([ -/]*)([@-~])")
OTHER = re.compile(rb"\x1b(?:[()][A-Za-z0-9]|[78=>Mc])")


class Terminal:
    def __init__(self, argv, cwd, env, rows=24, columns=80):
        self.raw = b""          # everything that was written
        self.unknown = []       # sequences that this screen does not know
        self.pending = b""
        self.code = None        # exit code, or 128 and the number of a signal
        self.set_size(rows, columns)
        self.fd, slave = os.openpty()
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.settings_before = termios.tcgetattr(self.fd)
        self.settings = None    # those that the program left, if it has ended
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(self.fd)
                os.setsid()
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
                for descriptor in range(3):
                    os.dup2(slave, descriptor)
                os.close(slave)
                os.chdir(cwd)
                os.execve(argv[0], argv, env)
            finally:
                os._exit(127)
        os.close(slave)

    def set_size(self, rows, columns):
        self.rows, self.columns, self.row, self.column = rows, columns, 0, 0
        self.cells = [[" "] * columns for _ in range(rows)]

    def resize(self, rows, columns):
        self.set_size(rows, columns)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys):
        os.write(self.fd, keys if isinstance(keys, bytes) else keys.encode())

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.cells)

    def step(self, seconds):
        """Reads what the program writes within this time. Returns False at its end."""
        if self.code is not None:
            return False
        if select.select([self.fd], [], [], seconds)[0]:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                data = b""
            if not data:
                _, status = os.waitpid(self.pid, 0)
                self.code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
                self.settings = termios.tcgetattr(self.fd)
                os.close(self.fd)
                return False
            self.raw += data
            self.draw(self.pending + data)
        return True

    def wait(self, condition, what="", seconds=60):
        """Waits until the text of the screen meets a condition, or contains a text."""
        meets = condition if callable(condition) else lambda text: condition in text
        end = time.monotonic() + seconds
        while not meets(self.text()):
            if not self.step(0.1) or time.monotonic() > end:
                raise AssertionError(f"expected {what or condition!r}, exit code {self.code}, found\n{self.text()}")
        return self.text()

    def end(self, seconds=60):
        """Waits for the end of the program and returns its exit code."""
        stop = time.monotonic() + seconds
        while self.step(0.1):
            if time.monotonic() > stop:
                self.kill()
                raise AssertionError(f"it does not end; the screen is\n{self.text()}")
        return self.code

    def kill(self):
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            while self.step(1):
                pass

    def draw(self, data):
        at = 0
        while at < len(data):
            byte = data[at:at + 1]
            if byte == b"\x1b":
                match = CSI.match(data, at) or OTHER.match(data, at)
                if not match:
                    if len(data) - at < 32:
                        break  # the rest comes later
                    self.unknown.append(data[at:at + 16])
                    at += 1
                    continue
                self.control(match)
                at = match.end()
                continue
            if byte[0] < 0x20 or byte[0] == 0x7f:
                self.move(byte)
                at += 1
                continue
            size = 1 if byte[0] < 0x80 else 2 if byte[0] < 0xe0 else 3 if byte[0] < 0xf0 else 4
            if at + size > len(data):
                break
            self.put(data[at:at + size].decode(errors="replace"))
            at += size
        self.pending = data[at:]

    def move(self, byte):
        if byte == b"\r":
            self.column = 0
        elif byte == b"\n":
            self.down()
        elif byte == b"\b":
            self.column = max(self.column - 1, 0)
        elif byte == b"\t":
            self.column = min((self.column // 8 + 1) * 8, self.columns - 1)
        elif byte not in (b"\x0f", b"\x0e", b"\x07"):
            self.unknown.append(byte)

    def down(self):
        if self.row + 1 < self.rows:
            self.row += 1
        else:
            self.cells = self.cells[1:] + [[" "] * self.columns]

    def put(self, character):
        self.last = character
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if self.column + width > self.columns:
            self.column = 0
            self.down()
        self.cells[self.row][self.column] = character
        if width == 2 and self.column + 1 < self.columns:
            self.cells[self.row][self.column + 1] = ""
        self.column += width

    def control(self, match):
        if len(match.groups()) < 4 or not match.re is CSI:
            return
        private, parameters, _, final = match.groups()
        if private or final in b"mhlrtqn":
            if final == b"h" and parameters == b"1049":
                self.cells = [[" "] * self.columns for _ in range(self.rows)]
            return
        numbers = [int(number) if number else 0 for number in parameters.split(b";")]
        first, row = numbers[0], self.cells[min(self.row, self.rows - 1)]
        count = max(first, 1)
        at = min(self.column, self.columns - 1)
        if final == b"H":
            self.row = min(count, self.rows) - 1
            self.column = min(max(numbers[1] if len(numbers) > 1 else 1, 1), self.columns) - 1
        elif final == b"d":
            self.row = min(count, self.rows) - 1
        elif final == b"G":
            self.column = min(count, self.columns) - 1
        elif final in b"ABCD":
            self.row = min(max(self.row + {b"A": -count, b"B": count}.get(final, 0), 0), self.rows - 1)
            self.column = min(max(self.column + {b"C": count, b"D": -count}.get(final, 0), 0), self.columns - 1)
        elif final == b"J":
            if first == 2:
                self.cells = [[" "] * self.columns for _ in range(self.rows)]
            elif first == 0:
                row[at:] = [" "] * (self.columns - at)
                for below in range(self.row + 1, self.rows):
                    self.cells[below] = [" "] * self.columns
        elif final == b"K":
            if first == 0:
                row[at:] = [" "] * (self.columns - at)
            elif first == 1:
                row[:at + 1] = [" "] * (at + 1)
        elif final == b"X":
            row[at:at + count] = [" "] * min(count, self.columns - at)
        elif final == b"P":
            row[at:] = (row[at + count:] + [" "] * count)[:self.columns - at]
        elif final == b"@":
            row[at:] = ([" "] * count + row[at:])[:self.columns - at]
        elif final == b"L":
            self.cells[self.row:] = ([[" "] * self.columns for _ in range(count)] + self.cells[self.row:])[:self.rows - self.row]
        elif final == b"M":
            self.cells[self.row:] = (self.cells[self.row + count:] +
                                     [[" "] * self.columns for _ in range(count)])[:self.rows - self.row]
        elif final == b"S":
            self.cells = (self.cells[count:] + [[" "] * self.columns for _ in range(count)])[-self.rows:]
        elif final == b"T":
            self.cells = ([[" "] * self.columns for _ in range(count)] + self.cells)[:self.rows]
        elif final == b"b":
            for _ in range(count):
                self.put(self.last)
        else:
            self.unknown.append(match.group(0))
