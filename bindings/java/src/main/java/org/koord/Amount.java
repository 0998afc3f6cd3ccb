package org.koord;

/**
 * An amount of a resource on a node or, in a topology, on one of its NUMA nodes: milli-CPU for "cpu",
 * bytes or units for all others.
 *
 * @param resource its name
 * @param amount allocatable
 * @param nodeReserved of it, kept from pods; 0 in a topology
 * @param numaNode in a topology, else 0
 */
public record Amount(String resource, long amount, long nodeReserved, int numaNode) {
  void write(Memory m, Texts texts) {
    m.put(amount).put(nodeReserved);
    texts.put(m, resource);
    m.put(numaNode).put(0);
  }
}
