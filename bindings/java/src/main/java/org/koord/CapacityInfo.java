// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Sums of a capacity.
 *
 * @param pods pods that fit, over all nodes
 * @param displaced Pods that must leave their nodes because of drains and restarts. Before anything
 *     is counted, each moves to the best node for it, by priority, descending, then uid.
 * @param unplaced Displaced pods that no node has room for, and displaced pods under {@link
 *     Protection#KEEP}, which do not move. (On a drained node, pods under {@link Protection#KEEP}
 *     end with the node and are not displaced.)
 */
public record CapacityInfo(long pods, long displaced, long unplaced) {
  static CapacityInfo read(Memory m) {
    m.seek(8);
    return new CapacityInfo(
        m.i64(), m.i64(), m.i64());
  }
}
