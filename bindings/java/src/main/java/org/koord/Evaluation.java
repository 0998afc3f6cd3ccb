// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * The result of an evaluation besides its rows.
 *
 * @param generation of the cluster that was judged; {@link Cluster#changes} also reads it: the
 *     changes since when
 * @param count number of rows; written also on NO_SPACE
 */
public record Evaluation(long generation, long count) {
  static Evaluation read(Memory m) {
    return new Evaluation(
        m.i64(), m.i64());
  }
}
