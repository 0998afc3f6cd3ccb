// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Counts of a machine.
 *
 * @param cpus usable CPUs (PUs)
 * @param cores cores
 * @param l3s L3 groups, including those without usable CPUs
 * @param numaNodes including those without CPUs
 * @param sockets including those without usable CPUs
 * @param devices PCI devices
 * @param smtWidth number of threads of the widest core
 * @param words number of words that a CPU set of this machine needs
 * @param architecture "x86_64", "aarch64", ...; "" if unknown
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
