// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A device. Devices are numbered from 0 in the order in which they are added; of equally good
 * allocations the one with the lowest numbers is chosen, so sort them by pool and name. Add devices
 * of the node's pools that no selector matches, too, if they are allocated and consume counters.
 *
 * @param taints Taints with the effect NoSchedule or NoExecute (KEP-5055). The caller numbers the
 *     different ones of the inventory from 0 and matches tolerations with them. Bit b is taint b;
 *     add further taints by {@link DraInventory#taints}.
 * @param flags flags, which the methods below test
 * @param numaNode -1 if unknown
 * @param pcieRoot a number for each PCIe root complex; -1 if unknown
 * @param kind Number of the driver, class or pool, at least 0. The score counts idle devices only
 *     of the kinds that the claims select. 0 for all devices: there is one kind.
 */
public record DraDevice(long taints, int flags, int numaNode, int pcieRoot, int kind) {
  /**
   * allowMultipleAllocations: several requests may share the device (KEP-5075).
   *
   * @return true if the flag is set
   */
  public boolean shared() {
    return (flags & KoordRaw.KOORD_DRA_DEVICE_SHARED) != 0;
  }

  /**
   * Allocated to another claim without admin access. A shared device stays available; its counters
   * are already consumed.
   *
   * @return true if the flag is set
   */
  public boolean allocated() {
    return (flags & KoordRaw.KOORD_DRA_DEVICE_ALLOCATED) != 0;
  }

  /**
   * The pool is incomplete or invalid. The device is not allocated, and requests for all devices
   * are refused. Stands for a pool without visible devices, too.
   *
   * @return true if the flag is set
   */
  public boolean unusable() {
    return (flags & KoordRaw.KOORD_DRA_DEVICE_UNUSABLE) != 0;
  }

  void write(Memory m) {
    m.put(taints);
    m.put(flags);
    m.put(numaNode);
    m.put(pcieRoot);
    m.put(kind);
  }

  static DraDevice read(Memory m) {
    return new DraDevice(
        m.i64(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
