// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Number of further pods that a node takes.
 *
 * @param leftMilli milli-CPU of the whole node that stays unallocated after these pods
 * @param leftMemory memory left, in bytes
 * @param node node
 * @param pods number of pods that fit
 * @param reason reason that no more fit; NONE: the count reached max_pods
 * @param flags flags, which the methods below test
 */
public record NodeCapacity(
    long leftMilli,
    long leftMemory,
    int node,
    int pods,
    Reason reason,
    int flags) {
  /**
   * No eviction would change the reason.
   *
   * @return true if the flag is set
   */
  public boolean unresolvable() {
    return (flags & KoordRaw.KOORD_CAPACITY_UNRESOLVABLE) != 0;
  }

  static NodeCapacity read(Memory m) {
    return new NodeCapacity(
        m.i64(), m.i64(), m.i32(), m.i32(), Reason.of(m.i32()), m.i32());
  }
}
