// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Counts of an explanation.
 *
 * @param generation generation of the cluster that was judged
 * @param nodes number of nodes that were judged
 * @param fitting number of nodes where the pod fits
 * @param groups number of rows of {@link Explanation#groups}
 * @param misses number of rows of {@link Explanation#misses}
 * @param properties flags, which the methods below test
 */
public record ExplanationInfo(
    long generation,
    int nodes,
    int fitting,
    int groups,
    int misses,
    int properties) {
  /**
   * max_judgements was reached: there may be more remedies.
   *
   * @return true if the flag is set
   */
  public boolean truncated() {
    return (properties & KoordRaw.KOORD_EXPLANATION_TRUNCATED) != 0;
  }

  /**
   * The request is wrong on every node, also on nodes that are not in the cluster.
   *
   * @return true if the flag is set
   */
  public boolean invalidRequest() {
    return (properties & KoordRaw.KOORD_EXPLANATION_INVALID_REQUEST) != 0;
  }

  static ExplanationInfo read(Memory m) {
    m.seek(8);
    return new ExplanationInfo(
        m.i64(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
