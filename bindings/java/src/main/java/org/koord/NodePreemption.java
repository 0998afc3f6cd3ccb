// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Effect of a preemption on one node.
 *
 * @param prioritySum over the victims: sum of priority minus INT32_MIN
 * @param node node
 * @param reason {@link Reason#NONE}: the pod fits without the victims
 * @param score score of the node without the victims; see {@link Verdict}
 * @param flags flags, which the methods below test
 * @param highestPriority highest priority of the victims; 0: none
 * @param victims number of victims; 0: the pod fits without eviction
 * @param avoided number of victims under {@link Protection#AVOID}
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
   * No eviction would change the reason.
   *
   * @return true if the flag is set
   */
  public boolean unresolvable() {
    return (flags & KoordRaw.KOORD_PREEMPTION_UNRESOLVABLE) != 0;
  }

  /**
   * The budget was too small to find the best victims. These are the victims that kube-scheduler's
   * method finds, which spares the most important pods first; all of them are needed.
   *
   * @return true if the flag is set
   */
  public boolean unproven() {
    return (flags & KoordRaw.KOORD_PREEMPTION_UNPROVEN) != 0;
  }

  static NodePreemption read(Memory m) {
    return new NodePreemption(
        m.i64(), m.i32(), Reason.of(m.i32()), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
