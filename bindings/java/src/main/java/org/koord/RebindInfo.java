// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * How a rebind went.
 *
 * @param reason why there is nothing to plan on: NODE_UNKNOWN, NO_TOPOLOGY; of {@link
 *     Cluster#planRebindFor}, why the pod does not fit; else NONE
 * @param moved pods; the plan may have more steps
 * @param work placements tried
 * @param outOfWork 1: more of it might have found a better plan
 * @param before before
 * @param after after
 * @param refusal {@link Cluster#planRebindFor}: why the pod does not fit; else NONE
 */
public record RebindInfo(
    Reason reason,
    int moved,
    int work,
    int outOfWork,
    Fragmentation before,
    Fragmentation after,
    Refusal refusal) {
  static RebindInfo read(Memory m) {
    m.seek(8);
    return new RebindInfo(
        Reason.of(m.i32()), m.i32(), m.i32(), m.i32(), Fragmentation.read(m),
        Fragmentation.read(m), Refusal.read(m));
  }
}
