// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One CPU (PU). Scope of the ids: cpu, numa_node, l3, core_index and socket are unique in the
 * machine. core is unique in its socket (within one NUMA node); topologies read from a machine
 * number cores machine-wide by their lowest CPU, so there it equals core_index. kernel_core is
 * Linux's core_id: unique only within a socket, with gaps.
 *
 * @param cpu kernel CPU number
 * @param core core number in the source (lscpu's logical number in annotations)
 * @param socket kernel physical package id
 * @param numaNode kernel NUMA node number, -1: the CPU belongs to none
 * @param l3 dense L3 group number, by lowest CPU; -1: unknown
 * @param coreIndex dense machine-wide core number, by lowest CPU; not read by {@link
 *     Topology#fromRows}
 * @param kernelCore Linux core_id, -1: unknown
 * @param kind kind of core on hybrid machines: 0 is the least performant, ascending
 */
public record Cpu(
    int cpu,
    int core,
    int socket,
    int numaNode,
    int l3,
    int coreIndex,
    int kernelCore,
    int kind) {
  void write(Memory m) {
    m.put(cpu);
    m.put(core);
    m.put(socket);
    m.put(numaNode);
    m.put(l3);
    m.put(coreIndex);
    m.put(kernelCore);
    m.put(kind);
  }

  static Cpu read(Memory m) {
    return new Cpu(
        m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
