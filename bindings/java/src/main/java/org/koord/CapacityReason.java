// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Stranded resources: what is left on nodes where no more pods fit, summed by reason.
 *
 * @param leftMilli milli-CPU, summed over the nodes with this reason
 * @param leftMemory bytes
 * @param pods pods
 * @param reason reason
 * @param nodes number of nodes with this reason
 */
public record CapacityReason(long leftMilli, long leftMemory, long pods, Reason reason, int nodes) {
  static CapacityReason read(Memory m) {
    return new CapacityReason(
        m.i64(), m.i64(), m.i64(), Reason.of(m.i32()), m.i32());
  }
}
