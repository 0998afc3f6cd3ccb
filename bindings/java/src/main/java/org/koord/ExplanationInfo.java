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
 * @param properties bits that the methods below read
 */
public record ExplanationInfo(
    long generation,
    int nodes,
    int fitting,
    int groups,
    int misses,
    int properties) {
  /**
   * Judging stopped at the limit: there may be more remedies.
   *
   * @return whether the bit is set
   */
  public boolean truncated() {
    return (properties & KoordRaw.KOORD_EXPLANATION_TRUNCATED) != 0;
  }

  static ExplanationInfo read(Memory m) {
    m.seek(8);
    return new ExplanationInfo(
        m.i64(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
