"""koord-conformance while memory runs out: exit code 2 and "out of memory". It covers most of the engine."""
import os
import unittest

import failing

VECTORS = os.path.join(os.environ.get("KOORD_SHARED") or os.path.join(failing.SOURCE, "..", "shared"), "vectors")
SAID = r"koord-conformance: (.*: cannot read it|out of memory)"
# Short files of every schema; KOORD_OUT_OF_MEMORY=all selects all of them.
SOME = ("quantity-tables.json", "seed-kubelet-cases.json", "koordinator-cpu-tables.json", "koordinator-cpu-edge.json",
        "kubelet-device-checkpoint.json", "gpuallocator-tables.json", "nrt-match-tables.json", "koordinator-device-tables.json")
MORE = ("koordinator-cpu-random.json", "koordinator-cpu-defects.json", "kubelet-cpu-tables.json", "kubelet-cpu-random.jsonl",
        "kubelet-topology-manager.jsonl", "koordinator-numa-merge.json", "kubelet-static-policy.jsonl",
        "kubelet-checkpoints.jsonl", "koordinator-device-random.jsonl")
UNUSABLE = 2


@unittest.skipUnless(os.path.isdir(VECTORS), "shared data not found: set KOORD_SHARED or put it in ../shared")
class Conformance(failing.Case):
    def test_every_call_path(self):
        told = 0
        for name in SOME + MORE if failing.ALL else SOME:
            with self.subTest(name):
                told += self.check([os.environ["KOORD_CONFORMANCE"], os.path.join(VECTORS, name)], 3, UNUSABLE, SAID)
        print(f"{told} allocations were missed and told of", end=" ")


if __name__ == "__main__":
    unittest.main()
