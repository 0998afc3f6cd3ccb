#!/usr/bin/env python3
"""koordctl gives its recorded results: replay.py KOORDCTL [--record]

A change that only renames things leaves them unchanged except for the words in renames.json, old to new. --record writes new
records, after a change that is meant to change results.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Current times, which differ between runs.
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def run(koordctl, command):
    done = subprocess.run(
        ["bash", "-c", f'"$0" {command}', koordctl],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    text = TIME.sub("TIME", done.stdout)
    try:
        answer = json.loads(text)
    except ValueError:
        answer = text
    return {"command": command, "exit": done.returncode, "answer": answer, "said": done.stderr}


def renamed(value, words):
    """Replaces every renamed name and word; sentences are compared unchanged."""
    if isinstance(value, dict):
        return {words.get(key, key): renamed(item, words) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, words) for item in value]
    return words.get(value, value) if isinstance(value, str) else value


def first_difference(before, after, path=""):
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            if before.get(key) != after.get(key) or (key in before) != (key in after):
                return first_difference(before.get(key), after.get(key), f"{path}.{key}")
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for i, (one, other) in enumerate(zip(before, after)):
            if one != other:
                return first_difference(one, other, f"{path}[{i}]")
    return f"{path}: on record {json.dumps(before)[:300]}, found {json.dumps(after)[:300]}"


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--record"]):
        print(__doc__, file=sys.stderr)
        return 2
    koordctl = os.path.abspath(arguments[0])
    lines = (HERE / "commands.txt").read_text(encoding="utf-8").splitlines()
    answers = [run(koordctl, line) for line in lines if line and not line.startswith("#")]
    file = HERE / "answers.jsonl"
    if arguments[1:]:
        file.write_text("".join(json.dumps(answer, sort_keys=True) + "\n" for answer in answers), encoding="utf-8")
        return 0
    words = json.loads((HERE / "renames.json").read_text(encoding="utf-8"))
    recorded = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    wrong = 0
    if [one["command"] for one in recorded] != [one["command"] for one in answers]:
        print("replay.py: commands.txt and answers.jsonl have other commands: record them again")
        return 1
    for before, after in zip(recorded, answers):
        expected = renamed(before, words) | {"command": before["command"]}
        if expected != after:
            wrong += 1
            print(f"koordctl {before['command']}\n  {first_difference(expected, after)}")
    print(f"{len(answers)} commands, {wrong} answer otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
