// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What a look at many nodes says besides its rows.
 *
 * @param generation of the cluster that was judged; {@link Cluster#changes}: since which, too
 * @param count rows; written also on NO_SPACE
 */
public record Evaluation(long generation, long count) {
  static Evaluation read(Memory m) {
    return new Evaluation(
        m.i64(), m.i64());
  }
}
