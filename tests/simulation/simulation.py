#!/usr/bin/env python3
"""Runs the simulation of the scheduler, or checks that it finds planted bugs. See docs/internals/simulation.md."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = ROOT / "kubernetes" / "scheduler"
PLANTED = pathlib.Path(__file__).resolve().parent / "planted"
FOUND = re.compile(r"found by seed (\d+), number (\d+): (.*)")


def environment(build):
    """The environment for Go programs with the library of a build tree, and the Go program."""
    wanted = re.search(r"^go (\d+\.\d+)", (MODULE / "go.mod").read_text(), re.M).group(1)
    go = subprocess.run([ROOT / "tools/dev/go-toolchain.sh", wanted], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    env = dict(os.environ, PKG_CONFIG_PATH=str(build / "bindings/go/pkgconfig"), LD_LIBRARY_PATH=str(build / "src"), CGO_ENABLED="1",
               # Go caches the folder of the library with a compiled package; it may be that of another build tree.
               LIBRARY_PATH=str(build / "src"),
               GOFLAGS="-mod=readonly", GOTOOLCHAIN="local", GOWORK="off")
    # One thread of Go code: the order of goroutines is then the same in every run.
    return go, dict(env, GOMAXPROCS="1")


def compile_tests(build, program, overlay=None):
    """Compiles the test program of the scheduler, with other contents of some files."""
    go, env = environment(build)
    command = [go, "test", "-c", "-o", str(program)] + (["-overlay", str(overlay)] if overlay else []) + ["."]
    env.pop("GOMAXPROCS")
    subprocess.run(command, cwd=MODULE, env=env, check=True)


def start(build, program, settings):
    _, env = environment(build)
    env.update({f"KOORD_SIMULATION_{name}": str(value) for name, value in settings.items()})
    return subprocess.Popen([str(program), "-test.run", "^TestSimulation$", "-test.v", "-test.timeout", "24h"], cwd=MODULE, env=env,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def run_seeds(build, program, first, seeds, jobs, settings):
    """Runs seeds in several processes. Returns the outputs of those that failed, and prints the speed."""
    jobs = max(1, min(jobs, seeds))
    share = -(-seeds // jobs)
    running = []
    for begin in range(first, first + seeds, share):
        count = min(share, first + seeds - begin)
        running.append(start(build, program, dict(settings, FIRST=begin, SEEDS=count)))
    failed = []
    for process in running:
        output = process.communicate()[0]
        if process.returncode:
            failed.append(output)
        else:
            print("\n".join(line for line in output.splitlines() if "seeds a second" in line), flush=True)
    return failed


def patched(patch, folder):
    """Applies a patch to copies of files. Returns the overlay for the Go program."""
    replace = {}
    for name in re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(), re.M):
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text((ROOT / name).read_text())
        replace[str(ROOT / name)] = str(copy)
    subprocess.run(["patch", "-s", "-p1", "-d", str(folder), "-i", str(patch), "--no-backup-if-mismatch"], check=True)
    overlay = folder / "overlay.json"
    overlay.write_text(json.dumps({"Replace": replace}))
    return overlay


def planted_patches():
    """The patches of planted bugs."""
    return sorted(PLANTED.glob("*.patch"))


def check_planted(build, folder, seeds, names, applies_only):
    """Checks that each planted bug is found. Returns the number of those that are not."""
    missed = 0
    for patch in planted_patches():
        if names and patch.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            overlay = patched(patch, pathlib.Path(scratch))
            if applies_only:
                continue
            program = folder / "planted.test"
            compile_tests(build, program, overlay)
            began = time.monotonic()
            process = start(build, program, {"SEEDS": seeds, "SHORT": 1})
            output = process.communicate()[0]
            found = FOUND.search(output)
            if found:
                print(f"{patch.stem}: seed {int(found[1]) + 1} of {seeds}, {time.monotonic() - began:.1f} s: {found[3]}", flush=True)
            else:
                missed += 1
                status = "CRASHED, and no seed was reported:" if process.returncode else f"NOT FOUND with {seeds} seeds"
                print(f"{patch.stem}: {status}\n{output[-2000:] if process.returncode else ''}", flush=True)
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="a build tree with the library, such as build/release")
    parser.add_argument("--seeds", type=int, help="number of seeds: 2000 by default, 10000 for each planted bug")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="a single seed, whose events --keep selects")
    parser.add_argument("--keep", default="", help="positions of events of --seed, such as 0-3,7; all by default")
    parser.add_argument("--length", type=int, default=200, help="number of events of a history")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--planted", nargs="*", help="checks that the planted bugs are found, or those that are named")
    parser.add_argument("--applies", action="store_true", help="only checks that the patches of planted bugs apply")
    args = parser.parse_args()
    build = args.build.resolve()
    known = [patch.stem for patch in planted_patches()]
    if not known:
        parser.error(f"{PLANTED}: found no patches")
    for name in args.planted or []:
        if name not in known:
            parser.error(f"--planted: no patch {name}; expected one of {', '.join(known)}")
    if args.applies:
        return check_planted(build, None, 0, [], True)
    folder = build / "simulation"
    folder.mkdir(parents=True, exist_ok=True)
    if args.planted is not None:
        return 1 if check_planted(build, folder, args.seeds or 10000, args.planted, False) else 0
    program = folder / "scheduler.test"
    compile_tests(build, program)
    if args.seed is not None:
        process = start(build, program, {"FIRST": args.seed, "KEEP": args.keep, "LENGTH": args.length})
        print(process.communicate()[0], end="")
        return process.returncode
    failed = run_seeds(build, program, args.first, args.seeds or 2000, args.jobs, {"LENGTH": args.length})
    print("\n".join(failed), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
