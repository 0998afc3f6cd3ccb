package org.koord;

/**
 * An amount of a resource on a node or, in a topology, on one of its NUMA nodes: milli-CPU for "cpu",
 * bytes or units for all others.
 *
 * @param resource its name
 * @param amount allocatable
 * @param reserved of it, kept from pods; 0 in a topology
 * @param node NUMA node, in a topology, else 0
 */
public record Amount(String resource, long amount, long reserved, int node) {
  void write(Memory m, Texts texts) {
    m.put(amount).put(reserved);
    texts.put(m, resource);
    m.put(node).put(0);
  }
}
