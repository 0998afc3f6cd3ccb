// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of a rebind.
 *
 * @param reason Reason if there is nothing to plan: NODE_UNKNOWN, NO_TOPOLOGY; for {@link
 *     Cluster#planRebindFor}, the reason that the pod does not fit; else NONE.
 * @param moved number of pods that move; the plan may have more steps
 * @param used Number of placements tried, out of the budget. On a node with refused claims, 16
 *     claims that are evaluated again for a plan count as one placement.
 * @param properties flags, which the methods below test
 * @param before before
 * @param after after
 * @param refusal for {@link Cluster#planRebindFor}: why the pod does not fit; else NONE
 */
public record RebindInfo(
    Reason reason,
    int moved,
    int used,
    int properties,
    Fragmentation before,
    Fragmentation after,
    Refusal refusal) {
  /**
   * The budget was used up: a larger one might give a better plan.
   *
   * @return true if the flag is set
   */
  public boolean truncated() {
    return (properties & KoordRaw.KOORD_REBIND_INFO_TRUNCATED) != 0;
  }

  static RebindInfo read(Memory m) {
    m.seek(8);
    return new RebindInfo(
        Reason.of(m.i32()), m.i32(), m.i32(), m.i32(), Fragmentation.read(m),
        Fragmentation.read(m), Refusal.read(m));
  }
}
