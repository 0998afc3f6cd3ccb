package org.koord;

/**
 * One CPU (PU) of a machine. {@code cpu}, {@code numaNode}, {@code l3}, {@code coreIndex} and {@code
 * socket} are unique in the machine, {@code core} in its socket.
 *
 * @param cpu kernel CPU number
 * @param core core number of the source (lscpu's logical number in annotations)
 * @param socket kernel physical package id
 * @param numaNode kernel NUMA node number, -1: the CPU belongs to none
 * @param l3 dense L3 group number, by lowest CPU; -1: unknown
 * @param coreIndex dense machine-wide core number, by lowest CPU; not read by _from_rows
 * @param kernelCore Linux core_id, -1: unknown
 * @param kind kind of core on hybrid machines: 0 is the least performant, rising
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
  /** A row for {@link Topology#fromCpus}: what is not said is not known. */
  public static Cpu of(int cpu, int core, int socket, int numaNode) {
    return new Cpu(cpu, core, socket, numaNode, -1, 0, -1, 0);
  }

  void write(Memory m) {
    m.put(cpu).put(core).put(socket).put(numaNode).put(l3).put(coreIndex).put(kernelCore).put(kind);
  }

  static Cpu read(Memory m) {
    return new Cpu(
        m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
