// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A NUMA node of a machine.
 *
 * @param memoryBytes all memory of the node, huge pages included; 0: none or unknown
 * @param numaNode kernel NUMA node number
 * @param cpus number of usable CPUs of the node
 */
public record NumaNode(long memoryBytes, int numaNode, int cpus) {
  static NumaNode read(Memory m) {
    return new NumaNode(
        m.i64(), m.i32(), m.i32());
  }
}
