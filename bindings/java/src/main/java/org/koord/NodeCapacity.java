// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * How many more pods a node takes.
 *
 * @param leftMilli CPU that is nobody's after that, of the whole node
 * @param leftMemory bytes
 * @param node node
 * @param pods that fit
 * @param reason why no more; {@link Reason#NONE}: as many as were asked about
 * @param flags bits that the methods below read
 */
public record NodeCapacity(
    long leftMilli,
    long leftMemory,
    int node,
    int pods,
    Reason reason,
    int flags) {
  /**
   * No pods that go would change the reason.
   *
   * @return whether the bit is set
   */
  public boolean unresolvable() {
    return (flags & KoordRaw.KOORD_CAPACITY_UNRESOLVABLE) != 0;
  }

  static NodeCapacity read(Memory m) {
    return new NodeCapacity(
        m.i64(), m.i64(), m.i32(), m.i32(), Reason.of(m.i32()), m.i32());
  }
}
