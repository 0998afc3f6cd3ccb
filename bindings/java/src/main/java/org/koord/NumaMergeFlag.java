// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Options of a merge. */
public enum NumaMergeFlag implements Coded {
  /** Among sets of NUMA nodes of one size the closest comes first (prefer-closest-numa-nodes). */
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
