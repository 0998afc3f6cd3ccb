// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Rows of {@link Verdict}, which are read from native memory without copies. */
abstract class VerdictRows {
  static final int NODE = 0;
  static final int REASON = 4;
  static final int SCORE = 8;
  static final int FLAGS = 12;

  /** The number of a row that so many bytes are before. */
  abstract int i32(int row, int offset);

  /**
   * Node.
   *
   * @param row its index, from 0
   * @return node of the row
   */
  public int node(int row) {
    return i32(row, NODE);
  }

  /**
   * {@link Reason#NONE}: the pod fits.
   *
   * @param row its index, from 0
   * @return reason of the row
   */
  public Reason reason(int row) {
    return Reason.of(i32(row, REASON));
  }

  /**
   * 0 where the pod does not fit. Under {@link Profile#SPEC} 0..200: the proposal's A + B, not yet
   * normalised; with Koordinator's formula 0..100. The score of devices, 0..100 for each type, is
   * added. Under a {@link GpuPolicy} it is the score of that policy instead.
   *
   * @param row its index, from 0
   * @return score of the row
   */
  public int score(int row) {
    return i32(row, SCORE);
  }

  /**
   * No eviction would change the reason.
   *
   * @param row its index, from 0
   * @return unresolvable of the row
   */
  public boolean unresolvable(int row) {
    return (i32(row, FLAGS) & KoordRaw.KOORD_VERDICT_UNRESOLVABLE) != 0;
  }

  /**
   * Only from {@link Cluster#changes}: the node was removed.
   *
   * @param row its index, from 0
   * @return removed of the row
   */
  public boolean removed(int row) {
    return (i32(row, FLAGS) & KoordRaw.KOORD_VERDICT_REMOVED) != 0;
  }

  /**
   * The request is wrong on every node, whatever its state.
   *
   * @param row its index, from 0
   * @return invalidRequest of the row
   */
  public boolean invalidRequest(int row) {
    return (i32(row, FLAGS) & KoordRaw.KOORD_VERDICT_INVALID_REQUEST) != 0;
  }
}
