// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of an evaluation besides its rows.
 *
 * @param generation generation of the cluster that was judged; for {@link Cluster#changes} an
 *     input, too
 * @param count number of rows
 */
public record Evaluation(long generation, long count) {
  static Evaluation read(Memory m) {
    return new Evaluation(
        m.i64(), m.i64());
  }
}
