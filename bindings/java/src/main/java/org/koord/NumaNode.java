package org.koord;

/**
 * One NUMA node of a machine.
 *
 * @param memoryBytes all memory of the node, huge pages included
 * @param node kernel NUMA node number
 * @param cpus CPUs that belong to the node
 */
public record NumaNode(long memoryBytes, int node, int cpus) {
  static NumaNode read(Memory m) {
    return new NumaNode(
        m.i64(), m.i32(), m.i32());
  }
}
