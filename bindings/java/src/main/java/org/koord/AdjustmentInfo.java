// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What of a container changes.
 *
 * @param refusal reason {@link Reason#NONE}: nothing is wrong
 * @param changes bits that the methods below read
 * @param env how many variables
 * @param cdiDevices how many names for the container device interface
 * @param deviceNodes how many paths of device nodes
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
   * @return whether the bit is set
   */
  public boolean cpus() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_CPUS) != 0;
  }

  /**
   * cpuset.mems: {@link Adjustment#numaNodes}.
   *
   * @return whether the bit is set
   */
  public boolean numaNodes() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_NUMA_NODES) != 0;
  }

  /**
   * No CFS quota.
   *
   * @return whether the bit is set
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
