#!/usr/bin/env python3
"""Outcomes that check.py reads from the output of `go test -json`."""
import json
import unittest

import check


def result(*events):
    return check.Result('\n'.join(json.dumps(dict(Package='p') | event) for event in events))


class Results(unittest.TestCase):
    def test_the_test_that_a_panic_ends_is_named(self):
        found = result(dict(Action='output', Test='A', Output='passed\n'), dict(Action='pass', Test='A'),
                       dict(Action='output', Test='B', Output='panic: here\n'), dict(Action='output', Output='FAIL p\n'),
                       dict(Action='fail'))
        self.assertEqual((found.passed, found.failed), (1, 1))
        self.assertEqual(found.messages, ['FAILED: p \n', 'FAIL p\n', 'DID NOT END: p B\n', 'panic: here\n'])

    def test_failures_and_skips(self):
        found = result(dict(Action='output', Test='A', Output='wrong\n'), dict(Action='fail', Test='A'),
                       dict(Action='output', Test='B', Output='    b_test.go:7: not here\n'), dict(Action='skip', Test='B'),
                       dict(Action='fail'))
        self.assertEqual((found.passed, found.failed), (0, 2))
        self.assertEqual(found.skipped, {'not here': 1})
        self.assertEqual(found.messages, ['FAILED: p A\n', 'wrong\n', 'FAILED: p \n'])


if __name__ == '__main__':
    unittest.main()
