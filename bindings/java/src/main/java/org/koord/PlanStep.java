// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A step of a plan, or a victim of a preemption.
 *
 * @param node node
 * @param kind kind
 * @param priority priority of the pod
 * @param uid uid of the pod.
 */
public record PlanStep(int node, StepKind kind, int priority, String uid) {
  static PlanStep read(Memory m, Memory arena) {
    return new PlanStep(
        m.i32(), StepKind.of(m.i32()), m.i32(), m.text(arena));
  }
}
