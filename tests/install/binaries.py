"""binaries.py [--hardened] DIRECTORY: checks every program and shared library below a directory as the loader sees it.

None searches a path that its user may choose: entries of an rpath begin with / or $ORIGIN. With --hardened, installed files must
be built according to cmake/Hardening.cmake.
"""
import os
import re
import subprocess
import sys

# Installed files, by the beginning of their names.
INSTALLED = re.compile(r"^(koordctl|koord-replay|koord-conformance|koord-oci-hook|koord-runtime|koord-agent|libkoord\.so\.1\.[0-9.]+|_koord\..*so|libkoord-jni\.so)$")
# libc checks calls only if there is something to check; these programs have such calls.
CHECKED = re.compile(r"^(koordctl|koord-replay|koord-conformance|koord-oci-hook|koord-runtime|koord-agent|libkoord\.so\.1\.[0-9.]+)$")
# Go's compiler emits no landing pads, and has its own main.
OF_GO = re.compile(r"^koord-agent$")
X86_ENDBR64 = b"\xf3\x0f\x1e\xfa"


def tell(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout


def is_elf(path):
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as opened:
        return opened.read(4) == b"\x7fELF"


def programs(directory):
    """Yields executables and shared libraries, but no objects and archives."""
    for folder, folders, names in os.walk(directory):
        folders[:] = sorted(set(folders) - {"CMakeFiles"})  # CMake's compiler checks
        for name in sorted(names):
            path = os.path.join(folder, name)
            if is_elf(path) and re.search(r"Type:\s+(EXEC|DYN)", tell("readelf", "-hW", path)):
                yield path


def rpath_problems(dynamic):
    for kind, text in re.findall(r"\((RPATH|RUNPATH)\).*\[(.*)\]$", dynamic, flags=re.M):
        for entry in text.split(":"):
            if not entry.startswith("/") and not re.match(r"\$ORIGIN(/|$)", entry):
                yield f"{kind} {text!r} has the entry {entry!r}, which is no absolute one"


def hardening_problems(path, dynamic):
    header = tell("readelf", "-hlW", path)
    symbols = tell("nm", "-D", "--undefined-only", path)
    is_anywhere = re.search(r"Type:\s+DYN", header)
    if not is_anywhere:
        yield "it cannot be loaded anywhere (no PIE)"
    if "GNU_RELRO" not in header or not re.search(r"BIND_NOW|\(FLAGS_1\).*NOW", dynamic):
        yield "tables of the loader stay writable (no full RELRO)"
    if re.search(r"GNU_STACK.* RWE ", header):
        yield "its stack is executable"
    if "__stack_chk_fail" not in symbols:
        yield "no canaries are on its stack"
    if CHECKED.match(os.path.basename(path)) and not re.search(r"__\w+_chk\b(?<!__stack_chk)", symbols):
        yield "no calls of libc are checked (_FORTIFY_SOURCE)"
    if is_anywhere and "X86-64" in header and not OF_GO.match(os.path.basename(path)) and not has_landing_places(path):
        yield "jumps may go anywhere (no -fcf-protection)"


def has_landing_places(path):
    """Returns true if functions that are called from elsewhere begin with a landing pad: main, or all exports of a library."""
    address, offset, size = (int(number, 16) for number in re.search(
        r"^\s*\[ *\d+\] \.text\s+PROGBITS\s+(\w+) (\w+) (\w+)", tell("readelf", "-SW", path), flags=re.M).groups())
    with open(path, "rb") as opened:
        opened.seek(offset)
        text = opened.read(size)
    exported = re.findall(r"^(\w+) T (?!_init|_fini)", tell("nm", "-D", "--defined-only", path), flags=re.M)
    starts = [int(symbol, 16) - address for symbol in exported]
    if not starts:
        # The start code loads the address of main relative to the next instruction: lea main(%rip),%rdi.
        entry = int(re.search(r"Entry point address:\s+(\w+)", tell("readelf", "-hW", path)).group(1), 16) - address
        load = text.index(b"\x48\x8d\x3d", entry)
        starts = [load + 7 + int.from_bytes(text[load + 3:load + 7], "little", signed=True)]
    return all(text[start:start + 4] == X86_ENDBR64 for start in starts)


def main():
    hardened = "--hardened" in sys.argv[1:]
    directory = sys.argv[-1]
    looked_at = problems = 0
    for path in programs(directory):
        looked_at += 1
        dynamic = tell("readelf", "-dW", path)
        found = list(rpath_problems(dynamic))
        if hardened and INSTALLED.match(os.path.basename(path)):
            found += hardening_problems(path, dynamic)
        for problem in found:
            problems += 1
            print(f"binaries: {os.path.relpath(path, directory)}: {problem}")
    print(f"binaries: {looked_at} looked at in {directory}, {problems} problems")
    return 1 if problems or not looked_at else 0


if __name__ == "__main__":
    sys.exit(main())
