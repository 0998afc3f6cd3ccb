#!/usr/bin/env python3
"""cycle.py UPSTREAM OURS: the CPU time of a scheduling cycle in upstream's plugins and in ours, as a table.

UPSTREAM and OURS are test programs of this folder. Both get equal objects and run equal cycles, alternately, and must pass equal
nodes. NODES (500,1000,5000), ROUNDS (5), SECONDS (0.3, of processor time for each figure).
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

import world

NODES = [int(nodes) for nodes in os.environ.get("NODES", "500,1000,5000").split(",")]
ROUNDS = int(os.environ.get("ROUNDS", "5"))
BUDGET = float(os.environ.get("SECONDS", "0.3")) * 1e9


class Side:
    """A program that holds the objects."""

    def __init__(self, program, objects):
        self.times = {}
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([program, "-test.run", "^TestCycle$", "-test.timeout", "120m"], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                        env={**os.environ, "CYCLE_WORLD": objects})
        self.answer()

    def answer(self):
        said = []
        for line in self.process.stdout:
            if line.startswith("CYCLE "):
                return json.loads(line[len("CYCLE "):])
            said.append(line)
        self.errors.seek(0)
        sys.exit(f"{self.process.args[0]} ended: {''.join(said)}{self.errors.read()[-4000:]}")

    def ask(self, pod, fresh, limit):
        """Runs as many cycles as the budget allows; the first query of a kind determines the number."""
        kind = json.dumps((pod, fresh, limit))
        question = {"Pod": pod, "Fresh": fresh, "Limit": limit, "Times": self.times.get(kind, 1)}
        self.process.stdin.write(json.dumps(question) + "\n")
        answer = self.answer()
        self.times[kind] = max(1, min(500, int(BUDGET / max(1, answer["ns"]))))
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def enough(nodes):
    """Returns the number of feasible nodes that kube-scheduler looks for with its default percentageOfNodesToScore, or 0 for all."""
    most = max(100, nodes * max(5, 50 - nodes // 125) // 100)
    return most if most < nodes else 0


def measure(upstream, ours, nodes, policy, kinds=(False, True)):
    """Yields the nanoseconds of a cycle in each turn of both sides, for each pod, number of nodes and kind of shape: new or not."""
    for name, where, pod in world.SHAPES:
        if where != policy:
            continue
        for limit in dict.fromkeys((0, enough(nodes))):
            for fresh in kinds:
                passed = [side.ask(pod, fresh, 0) for side in (upstream, ours)]
                if passed[0]["which"] != passed[1]["which"]:
                    sys.exit(f"{name} on {nodes} nodes: {passed[0]['passed']} pass upstream, {passed[1]['passed']} here, or others")
                figures = ([], [])
                for turn in range(ROUNDS + 1):
                    for side, into in ((upstream, figures[0]), (ours, figures[1])):
                        into.append(side.ask(pod, fresh, limit)["ns"])
                # The first value only determined the number of cycles.
                yield name, nodes, limit, fresh, passed[0]["passed"], figures[0][1:], figures[1][1:]


def shown(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            break
    return f"{ns / size:.3g} {unit}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print("| pod | nodes | pass | looked for | shape | upstream | libkoord | less |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        objects = os.path.join(folder, "world")
        for nodes in NODES:
            for policy in dict.fromkeys(where for _, where, _ in world.SHAPES):
                with open(objects, "w") as file:
                    for one in world.objects(nodes, policy):
                        file.write(json.dumps(one) + "\n")
                sides = [Side(program, objects) for program in sys.argv[1:]]
                for name, nodes, limit, fresh, passed, *turns in measure(*sides, nodes, policy):
                    upstream, ours = (statistics.median(side) for side in turns)
                    print(f"| {name} | {nodes} | {passed} | {limit or 'all'} | {'new' if fresh else 'known'} "
                          f"| {shown(upstream)} | {shown(ours)} | {upstream / ours:.0f} × |", flush=True)
                for side in sides:
                    side.close()


if __name__ == "__main__":
    main()
