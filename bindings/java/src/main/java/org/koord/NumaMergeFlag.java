// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a merge. */
public enum NumaMergeFlag implements Coded {
  /** Prefer the closest of sets with the same number of NUMA nodes (prefer-closest-numa-nodes). */
  PREFER_CLOSEST(KoordRaw.KOORD_NUMA_MERGE_PREFER_CLOSEST);

  private final int code;

  NumaMergeFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
