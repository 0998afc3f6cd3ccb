// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * A NUMA node of a machine.
 *
 * @param memoryBytes all memory of the node, huge pages included; 0: none, or not known
 * @param numaNode kernel NUMA node number
 * @param cpus usable CPUs that belong to the node
 */
public record NumaNode(long memoryBytes, int numaNode, int cpus) {
  static NumaNode read(Memory m) {
    return new NumaNode(
        m.i64(), m.i32(), m.i32());
  }
}
