// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One change; the steps of a remedy are made together.
 *
 * @param before before
 * @param after after
 * @param miss row of {@link Explanation#misses}
 * @param remedy index of the remedy of that node, from 0: fewest steps first
 * @param kind kind
 * @param priority priority of the evicted pod
 * @param uid uid of the evicted pod; for changes of devices, the device type ("gpu") instead, and
 *     for POD_DEVICE_SHARE the resource ("koordinator.sh/gpu-memory").
 */
public record RemedyStep(
    long before,
    long after,
    int miss,
    int remedy,
    RemedyKind kind,
    int priority,
    String uid) {
  static RemedyStep read(Memory m, Memory arena) {
    return new RemedyStep(
        m.i64(), m.i64(), m.i32(), m.i32(), RemedyKind.of(m.i32()), m.i32(), m.text(arena));
  }
}
