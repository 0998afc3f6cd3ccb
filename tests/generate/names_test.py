#!/usr/bin/env python3
"""Names that do not follow from koord.h are in tools/generate/names.toml, and all of its entries are used."""

import unittest

import scratch

scratch.need(libclang=False)
NAMES = "tools/generate/names.toml"


class Names(unittest.TestCase):
    def refused(self, said, change):
        with scratch.Tree() as tree:
            change(tree)
            status, output = tree.generate("--from-json")
            self.assertEqual(status, 1, output)
            self.assertIn(said, output)

    def test_entries_without_a_declaration_are_refused(self):
        self.refused(
            "[errors] KOORD_E_GONE: koord.h has none",
            lambda tree: tree.replace(NAMES, "[errors.python]\n", '[errors.python]\nKOORD_E_GONE = "OSError"\n'),
        )
        self.refused(
            "[reasons] KOORD_REASON_GONE: koord.h has none",
            lambda tree: tree.replace(NAMES, "SMTAlignmentError = [", 'SMTAlignmentError = ["KOORD_REASON_GONE", '),
        )

    def test_arguments(self):
        with scratch.Tree() as tree:
            self.assertEqual(tree.generate("--no-such")[0], 2)
            self.assertEqual(tree.generate("a", "b")[0], 2)


if __name__ == "__main__":
    unittest.main()
