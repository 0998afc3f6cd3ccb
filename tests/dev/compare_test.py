"""bench/compare.py counts the calls of koord.h's functions from outside the library, by callgrind's file."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench"))
import compare  # noqa: E402

PROFILE = """
events: Ir

ob=(1) /bench/pick_bench
fl=(1) ???
fn=(1) main
0 12
cob=(2) /src/libkoord.so.1
cfi=(1)
cfn=(2) koord_cpu_pick
calls=3 0
0 600
cfn=(3) koord_error_clear
calls=1 0
* 5
0 7

fn=(4) measure
cob=(2)
cfn=(2)
calls=1 0
0 300
cob=(3) /lib/libc.so.6
cfn=(5) koordinate
calls=1 0
0 50

ob=(2)
fn=(2)
0 400
cfn=(3)
calls=8 0
0 40
cfn=(6) koord_cpu_pick::{lambda()#1}::operator()() const
calls=4 0
0 500
"""


class Counts(unittest.TestCase):
    def test_counts_calls_from_outside_the_library(self):
        self.assertEqual(compare.read_calls(PROFILE.splitlines(keepends=True)),
                         {"koord_cpu_pick": [4, 900], "koord_error_clear": [1, 5]})


if __name__ == "__main__":
    unittest.main()
