// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of a merge.
 *
 * @param nodes Bit i is row i of {@link NumaHints#nodes}; all of them without an affinity.
 * @param score score of the hints for exactly these nodes; 0 under kubelet's profile
 * @param flags flags, which the methods below test
 * @param reason {@link Reason#NONE} when admitted
 */
public record NumaMerged(long nodes, long score, int flags, Reason reason) {
  /**
   * Admit.
   *
   * @return true if the flag is set
   */
  public boolean admit() {
    return (flags & KoordRaw.KOORD_NUMA_MERGED_ADMIT) != 0;
  }

  /**
   * Preferred.
   *
   * @return true if the flag is set
   */
  public boolean preferred() {
    return (flags & KoordRaw.KOORD_NUMA_MERGED_PREFERRED) != 0;
  }

  /**
   * The pod must use {@code nodes} only.
   *
   * @return true if the flag is set
   */
  public boolean affinity() {
    return (flags & KoordRaw.KOORD_NUMA_MERGED_AFFINITY) != 0;
  }

  /**
   * {@code nodes} do not suit every resource.
   *
   * @return true if the flag is set
   */
  public boolean unsatisfied() {
    return (flags & KoordRaw.KOORD_NUMA_MERGED_UNSATISFIED) != 0;
  }

  static NumaMerged read(Memory m) {
    return new NumaMerged(
        m.i64(), m.i64(), m.i32(), Reason.of(m.i32()));
  }
}
