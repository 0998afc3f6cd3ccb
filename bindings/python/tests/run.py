#!/usr/bin/env python3
"""Runs a part of the tests with the packages that they need: run.py ENVIRONMENT PROGRAM...

PROGRAM is a Python module and its arguments. If this interpreter lacks a package of
requirements.txt, the packages are installed once into the virtual environment in the folder
ENVIRONMENT. The exit status is 77 if they cannot be installed.
"""

import fcntl
import importlib.util
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REQUIREMENTS = os.path.join(HERE, "requirements.txt")
SKIPPED = 77
PACKAGES = ("distributed", "hypothesis", "ipykernel", "matplotlib", "mypy", "nbclient", "numpy", "pandas", "polars", "pyarrow", "pytest", "yaml")


def has_all():
    return all(importlib.util.find_spec(name) for name in PACKAGES)


def environment(folder):
    """Returns the interpreter of the environment, or None and the reason if there is none."""
    python = os.path.join(folder, "bin", "python")
    stamp = os.path.join(folder, "complete")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several tests may run at once
        with open(REQUIREMENTS, encoding="utf-8") as file:
            wanted = sys.version + file.read()
        if os.path.exists(stamp):
            with open(stamp, encoding="utf-8") as file:
                if file.read() == wanted:
                    return python, None
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]
        for step in ([sys.executable, "-m", "venv", folder], install):
            done = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode != 0:
                return None, f"{' '.join(step)}: {done.stdout.strip()[-500:]}"
        with open(stamp, "w", encoding="utf-8") as file:
            file.write(wanted)
    return python, None


def main():
    folder, program = sys.argv[1], sys.argv[2:]
    python = sys.executable
    if not has_all():
        python, why = environment(os.path.abspath(folder))
        if python is None:
            print(f"skipped: {', '.join(PACKAGES)} are not here and cannot be installed: {why}")
            return SKIPPED
    return subprocess.run([python, "-B", "-m", *program], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
