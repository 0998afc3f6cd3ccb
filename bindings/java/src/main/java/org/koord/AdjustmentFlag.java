// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Which properties of a container change. */
public enum AdjustmentFlag implements Coded {
  /** cpuset.cpus: {@link Adjustment#cpus}. */
  CPUS(KoordRaw.KOORD_ADJUSTMENT_CPUS),
  /** cpuset.mems: {@link Adjustment#numaNodes}. */
  NUMA_NODES(KoordRaw.KOORD_ADJUSTMENT_NUMA_NODES),
  /** No CFS quota. */
  UNLIMITED(KoordRaw.KOORD_ADJUSTMENT_UNLIMITED);

  private final int code;

  AdjustmentFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
