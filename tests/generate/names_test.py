#!/usr/bin/env python3
"""Names that do not follow from koord.h are said in tools/generate/names.toml, and nothing there is left over."""

import json
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

    def change_interface(self, change):
        def apply(tree):
            interface = json.loads(tree.read("abi/interface.json"))
            change(interface)
            with open(tree.path("abi/interface.json"), "w", encoding="utf-8") as file:
                json.dump(interface, file)

        return apply

    def test_flags_need_a_name(self):
        def add(interface):
            interface["enums"].append(
                {"name": None, "comment": ["x"], "values": [{"name": "KOORD_NEW_FLAG", "value": 1}]}
            )

        self.refused("[flags] lacks the set of numbers that begins with KOORD_NEW_FLAG", self.change_interface(add))

    def test_constants_begin_with_their_prefix(self):
        def add(interface):
            interface["enums"].append(
                {"name": "koord_x", "comment": ["x"], "values": [{"name": "KOORD_Y_Z", "value": 1}]}
            )

        self.refused("KOORD_Y_Z: does not begin with KOORD_X_", self.change_interface(add))

    def test_what_is_gone_is_not_named(self):
        for table in ("enums", "flags", "structs", "fields"):
            self.refused(
                f"[{table}] koord_gone: koord.h has none",
                lambda tree, table=table: tree.replace(NAMES, f"\n[{table}]\n", f"\n[{table}]\nkoord_gone = {{}}\n"),
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
