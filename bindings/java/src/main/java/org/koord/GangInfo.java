// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * How placing a gang went.
 *
 * @param used of the budget
 * @param refusal why there is no plan; reason NONE where there is one
 * @param placed all pods, or the most that one attempt placed
 * @param nodes that the plan puts pods on
 * @param blocked where refused: the first pod without room, an index into {@code pods}
 */
public record GangInfo(long used, Refusal refusal, int placed, int nodes, int blocked) {
  static GangInfo read(Memory m) {
    m.seek(8);
    return new GangInfo(
        m.i64(), Refusal.read(m), m.i32(), m.i32(), m.i32());
  }
}
