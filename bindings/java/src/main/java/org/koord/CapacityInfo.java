// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Sums of a capacity.
 *
 * @param pods that fit, on all nodes
 * @param displaced Pods that restarts drive from their nodes, and of them those that no node has
 *     room for, or that are under {@link Protection#KEEP} and do not move (on a node that drains
 *     they end with it instead). The others went to the best node each, by priority, descending,
 *     then uid, before anything was counted.
 * @param unplaced unplaced
 */
public record CapacityInfo(long pods, long displaced, long unplaced) {
  static CapacityInfo read(Memory m) {
    m.seek(8);
    return new CapacityInfo(
        m.i64(), m.i64(), m.i64());
  }
}
