// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One of the NUMA nodes that a topology manager chose: what is available there, and what the pick
 * took.
 *
 * @param availableMilli milli-CPU that the node has left; negative: 1000 per available CPU
 * @param grantedMilli output: milli-CPU taken from the node
 * @param numaNode kernel NUMA node number
 */
public record NumaGrant(long availableMilli, long grantedMilli, int numaNode) {
  void write(Memory m) {
    m.put(availableMilli);
    m.put(grantedMilli);
    m.put(numaNode);
    m.put(0);
  }

  static NumaGrant read(Memory m) {
    return new NumaGrant(
        m.i64(), m.i64(), m.i32());
  }
}
