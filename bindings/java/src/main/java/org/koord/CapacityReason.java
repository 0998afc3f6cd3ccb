// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What strands the rest: sums by reason.
 *
 * @param leftMilli sums over the nodes with this reason
 * @param leftMemory bytes
 * @param pods pods
 * @param reason reason
 * @param nodes how many they are
 */
public record CapacityReason(long leftMilli, long leftMemory, long pods, Reason reason, int nodes) {
  static CapacityReason read(Memory m) {
    return new CapacityReason(
        m.i64(), m.i64(), m.i64(), Reason.of(m.i32()), m.i32());
  }
}
