package org.koord;

/**
 * What of a container changes, in short.
 *
 * @param refusal reason {@link Reason#NONE}: nothing is wrong
 * @param changes bits that the methods below read; what is not named stays as it is
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
  /** Whether CPUs change: {@link Adjustment#cpus}. */
  public boolean cpusChange() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_CPUS) != 0;
  }

  /** Whether NUMA nodes change: {@link Adjustment#numaNodes}. */
  public boolean memoryNodesChange() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_NUMA_NODES) != 0;
  }

  /** No CFS quota. */
  public boolean unlimited() {
    return (changes & KoordRaw.KOORD_ADJUSTMENT_UNLIMITED) != 0;
  }

  static AdjustmentInfo read(Memory m) {
    m.seek(8);
    return new AdjustmentInfo(
        Refusal.read(m), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
