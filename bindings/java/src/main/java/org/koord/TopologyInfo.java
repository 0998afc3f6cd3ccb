// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Counts of a machine.
 *
 * @param cpus usable CPUs (PUs)
 * @param cores cores
 * @param l3s L3 groups, those without usable CPUs included
 * @param numaNodes those without CPUs included
 * @param sockets those without usable CPUs included
 * @param devices PCI devices
 * @param smtWidth threads of the widest core
 * @param words words a set over this machine's CPUs needs
 * @param architecture "x86_64", "aarch64", ...; "" when unknown
 */
public record TopologyInfo(
    int cpus,
    int cores,
    int l3s,
    int numaNodes,
    int sockets,
    int devices,
    int smtWidth,
    int words,
    String architecture) {
  static TopologyInfo read(Memory m) {
    m.seek(8);
    return new TopologyInfo(
        m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.text(24));
  }
}
