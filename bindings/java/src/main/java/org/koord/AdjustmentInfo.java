package org.koord;

/**
 * What of a container changes, in short.
 *
 * @param refusal reason {@code KOORD_REASON_NONE}: nothing is wrong
 * @param changes {@code KOORD_ADJUST_*}; what is not named stays as it is
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
  /** Cpuset.cpus: {@code koord_adjustment_cpus}. */
  public boolean cpusChange() {
    return (changes & KoordRaw.KOORD_ADJUST_CPUS) != 0;
  }

  /** Cpuset.mems: {@code koord_adjustment_memory_nodes}. */
  public boolean memoryNodesChange() {
    return (changes & KoordRaw.KOORD_ADJUST_MEMORY_NODES) != 0;
  }

  /** No CFS quota. */
  public boolean unlimited() {
    return (changes & KoordRaw.KOORD_ADJUST_UNLIMITED) != 0;
  }

  static AdjustmentInfo read(Memory m) {
    m.seek(8);
    return new AdjustmentInfo(
        Refusal.read(m), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
