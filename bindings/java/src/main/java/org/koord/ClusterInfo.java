// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Counts of a cluster.
 *
 * @param generation counts every change, from 1
 * @param pods pods with allocations; pods that wait for their node do not count
 * @param nodes existing nodes, even if only a topology or devices were set
 * @param ids node numbers assigned so far: every node number in a row is below
 * @param rejected changes rejected because they gave more than a node has: defects of the library
 */
public record ClusterInfo(long generation, long pods, int nodes, int ids, long rejected) {
  static ClusterInfo read(Memory m) {
    m.seek(8);
    return new ClusterInfo(
        m.i64(), m.i64(), m.i32(), m.i32(), m.i64());
  }
}
