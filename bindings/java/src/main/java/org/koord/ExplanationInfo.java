// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Counts of an explanation.
 *
 * @param generation of the cluster that was asked
 * @param nodes that were asked
 * @param fitting that can take the pod
 * @param groups rows of {@link Explanation#groups}
 * @param misses rows of {@link Explanation#misses}
 * @param gaveUp 1: all tries were used, and there may be more remedies
 */
public record ExplanationInfo(
    long generation,
    int nodes,
    int fitting,
    int groups,
    int misses,
    int gaveUp) {
  static ExplanationInfo read(Memory m) {
    m.seek(8);
    return new ExplanationInfo(
        m.i64(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
