// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Result of the NodeResourceTopologyMatch filter for one node.
 *
 * @param refusal reason {@link Reason#NONE}: the pod passes
 * @param level level
 * @param container index among the containers, or init containers, -1: the pod
 */
public record NrtVerdict(
    Refusal refusal,
    NrtLevel level,
    int container) implements NrtVerdictMethods {
  static NrtVerdict read(Memory m) {
    m.seek(8);
    return new NrtVerdict(
        Refusal.read(m), NrtLevel.of(m.i32()), m.i32());
  }
}
