// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A PCI device of a machine.
 *
 * @param busId "0000:3b:00.0"
 * @param names operating system names, separated by ','
 * @param classId PCI class &lt;&lt; 8 | subclass
 * @param vendorId vendor id
 * @param deviceId device id
 * @param numaNode the nearest NUMA node (the lowest of several), -1: unknown
 */
public record PciDevice(
    String busId,
    String names,
    int classId,
    int vendorId,
    int deviceId,
    int numaNode) {
  static PciDevice read(Memory m, Memory arena) {
    return new PciDevice(
        m.text(arena), m.text(arena), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
