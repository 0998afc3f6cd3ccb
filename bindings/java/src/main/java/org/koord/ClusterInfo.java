package org.koord;

/**
 * Counts of a cluster.
 *
 * @param generation counts every change, from 1
 * @param pods pods that hold something; none that wait for their node
 * @param nodes nodes that are there, be it only by a topology or devices
 * @param ids numbers given so far: rows of nodes are below
 */
public record ClusterInfo(long generation, long pods, int nodes, int ids) {
  static ClusterInfo read(Memory m) {
    m.seek(8);
    return new ClusterInfo(
        m.i64(), m.i64(), m.i32(), m.i32());
  }
}
