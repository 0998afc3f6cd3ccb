// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Summary of an adjustment.
 *
 * @param refusal reason {@link Reason#NONE}: nothing was refused
 * @param changes flags, which the methods below test
 * @param env number of environment variables
 * @param cdiDevices number of names for the container device interface
 * @param deviceNodes number of paths of device nodes
 */
public record AdjustmentInfo(
    Refusal refusal,
    int changes,
    int env,
    int cdiDevices,
    int deviceNodes) {
  /**
   * cpuset.cpus: {@link Adjustment#cpus}.
   *
   * @return true if the flag is set
   */
  public boolean cpus() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_CPUS) != 0;
  }

  /**
   * cpuset.mems: {@link Adjustment#numaNodes}.
   *
   * @return true if the flag is set
   */
  public boolean numaNodes() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_NUMA_NODES) != 0;
  }

  /**
   * No CFS quota.
   *
   * @return true if the flag is set
   */
  public boolean unlimited() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_UNLIMITED) != 0;
  }

  static AdjustmentInfo read(Memory m) {
    m.seek(8);
    return new AdjustmentInfo(
        Refusal.read(m), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
