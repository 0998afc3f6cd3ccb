#!/usr/bin/env python3
"""abi/interface.json matches koord.h, and an addition to the header is in every language after one command."""

import unittest

import scratch

scratch.need(libclang=True)
JAVA = "bindings/java/src/main/java/org/koord/"


class Header(unittest.TestCase):
    def test_interface_is_current(self):
        with scratch.Tree() as tree:
            before = tree.read("abi/interface.json")
            status, output = tree.generate()
            self.assertEqual(status, 0, output)
            self.assertEqual(tree.read("abi/interface.json"), before, 'run "make generate"')

    def test_nothing_is_written_twice(self):
        with scratch.Tree() as tree:
            tree.generate()
            self.assertEqual(tree.generate(), (0, ""))

    def test_a_reason_is_everywhere(self):
        with scratch.Tree() as tree:
            tree.replace(
                "include/koord/refusal.h",
                "  KOORD_REASON_NONE = 0, ",
                "  /** too few virtual NUMA nodes */\n  KOORD_REASON_NO_NUMA_VFS = 9999,\n  KOORD_REASON_NONE = 0, ",
            )
            status, output = tree.generate()
            self.assertEqual(status, 0, output)
            for file, text in {
                "tests/abi/pins.c": "CONSTANT(KOORD_REASON_NO_NUMA_VFS, 9999);",
                "src/base/generated/reason.h": "  // too few virtual NUMA nodes\n  kNoNumaVfs = 9999,",
                "src/wording/generated/reason_names.h": '{Reason::kNoNumaVfs, "NoNUMAVFs"},',
                "bindings/python/src/koord/enums.py": "    #: too few virtual NUMA nodes\n    NO_NUMA_VFS = 9999",
                JAVA
                + "Reason.java": "  /** Too few virtual NUMA nodes. */\n  NO_NUMA_VFS(KoordRaw.KOORD_REASON_NO_NUMA_VFS),",
            }.items():
                self.assertIn(text, tree.read(file), file)

    def test_a_field_is_everywhere(self):
        with scratch.Tree() as tree:
            tree.replace(
                "include/koord/experimental/plan.h",
                "  uint32_t reserved; /**< 0 */\n} koord_plan_step;",
                "  koord_qos next_qos;   /**< of KOORD_QOS_LS < `kind`; see koord_cluster_judge */\n"
                "  uint32_t why_offset; /**< why, in the arena of the same call */\n  uint32_t why_length;\n} koord_plan_step;",
            )
            status, output = tree.generate()
            self.assertEqual(status, 0, output)
            for file, text in {
                "tests/abi/pins.c": "FIELD(koord_plan_step, next_qos, 20, 4);",
                "bindings/python/src/structs.h": "KOORD_NUMBER(koord_plan_step, next_qos) KOORD_NUMBER(koord_plan_step, why_offset)",
                "bindings/python/src/koord/records.py": "    #: of Qos.LS < `kind`; see Cluster.judge\n    next_qos: Qos\n"
                "    #: why\n    why: str",
                JAVA + "PlanStep.java": "Qos.of(m.i32()), m.text(arena));",
            }.items():
                self.assertIn(text, tree.read(file), file)
            self.assertIn(
                "@param nextQos of {@link Qos#LS} &lt; {@code kind}; see {@link Cluster#judge}",
                tree.read(JAVA + "PlanStep.java"),
            )

    def test_a_set_of_numbers_is_a_class(self):
        with scratch.Tree() as tree:
            tree.replace(
                "include/koord/experimental/plan.h",
                "/** Kinds of steps of a plan. */",
                "/** How soon. */\ntypedef int32_t koord_haste;\nenum { KOORD_HASTE_NONE = 0, KOORD_HASTE_SOON = 7 };\n\n"
                "/** Kinds of steps of a plan. */",
            )
            status, output = tree.generate()
            self.assertEqual(status, 0, output)
            self.assertIn(
                'class Haste(Open):\n    """How soon."""\n\n    NONE = 0\n    SOON = 7\n',
                tree.read("bindings/python/src/koord/enums.py"),
            )
            self.assertIn("  /** Soon. */\n  SOON(KoordRaw.KOORD_HASTE_SOON),", tree.read(JAVA + "Haste.java"))

    def test_a_function_is_a_method(self):
        with scratch.Tree() as tree:
            tree.replace(
                "include/koord/experimental/plan.h",
                "KOORD_API koord_status koord_plan_get_step_cpus(",
                "KOORD_API koord_status koord_plan_find_step(const koord_plan *plan, const char *uid, size_t uid_length, uint32_t *step,\n"
                "                                            koord_refusal *refusal, koord_error *err);\n"
                "/** A set. */\nKOORD_API koord_status koord_plan_get_step_cpus(",
            )
            status, output = tree.generate()
            self.assertEqual(status, 0, output)
            self.assertIn(
                "public record FindStepResult(int step, Refusal refusal) implements Answer {}", tree.read(JAVA + "FindStepResult.java")
            )
            for text in (
                "  public FindStepResult findStep(String uid) {",
                "KoordRaw.koord_plan_find_step(at, uidText, stepOut.address(),",
            ):
                self.assertIn(text, tree.read(JAVA + "Plan.java"))

    def test_functions_without_a_rule_are_written_by_hand(self):
        with scratch.Tree() as tree:
            hand = JAVA + "Topology.java"
            tree.replace(hand, "KoordRaw.koord_topology_get_distances(t, rows", "KoordRaw.koord_gone(t, rows")
            status, output = tree.generate()
            self.assertEqual(status, 0, output)
            self.assertIn("  public List<Integer> distances() {", tree.read(JAVA + "TopologyCalls.java"))
            tree.replace(JAVA + "NumaHints.java", "KoordRaw.koord_numa_hints_set_nodes(", "KoordRaw.koord_gone(")
            status, output = tree.generate()
            self.assertEqual(status, 1)
            self.assertIn("koord_numa_hints_set_nodes: distances: Java has no rule for this kind", output)


if __name__ == "__main__":
    unittest.main()
