// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What a node says to a pod that may evict others.
 *
 * @param prioritySum of the victims, each counted from INT32_MIN on
 * @param node node
 * @param reason {@link Reason#NONE}: the pod fits once the victims are gone
 * @param score of the node without the victims; see {@link Verdict}
 * @param flags bits that the methods below read
 * @param highestPriority of the victims; 0: none
 * @param victims how many; 0: the pod fits as it is
 * @param avoided of them under {@link Protection#AVOID}
 */
public record NodePreemption(
    long prioritySum,
    int node,
    Reason reason,
    int score,
    int flags,
    int highestPriority,
    int victims,
    int avoided) implements NodePreemptionMethods {
  /**
   * No eviction of any pods would change the reason.
   *
   * @return whether the bit is set
   */
  public boolean unresolvable() {
    return (flags & KoordRaw.KOORD_PREEMPTION_UNRESOLVABLE) != 0;
  }

  /**
   * The budget was too small to tell the best victims: these, of which none can be spared, are what
   * kube-scheduler's way of sparing the most important first left.
   *
   * @return whether the bit is set
   */
  public boolean unproven() {
    return (flags & KoordRaw.KOORD_PREEMPTION_UNPROVEN) != 0;
  }

  static NodePreemption read(Memory m) {
    return new NodePreemption(
        m.i64(), m.i32(), Reason.of(m.i32()), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
