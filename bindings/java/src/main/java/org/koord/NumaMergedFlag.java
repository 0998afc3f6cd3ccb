// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a merge's result. */
public enum NumaMergedFlag implements Coded {
  /** Admit. */
  ADMIT(KoordRaw.KOORD_NUMA_MERGED_ADMIT),
  /** Preferred. */
  PREFERRED(KoordRaw.KOORD_NUMA_MERGED_PREFERRED),
  /** The pod must use {@code nodes} only. */
  AFFINITY(KoordRaw.KOORD_NUMA_MERGED_AFFINITY),
  /** {@code nodes} do not suit every resource. */
  UNSATISFIED(KoordRaw.KOORD_NUMA_MERGED_UNSATISFIED);

  private final int code;

  NumaMergedFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
