// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of placing a gang.
 *
 * @param used used part of the budget
 * @param refusal reason if there is no plan; NONE if there is one
 * @param placed all pods, or the most that one attempt placed
 * @param nodes number of nodes that the plan puts pods on
 * @param blocked if refused: the first pod without room, an index into {@code pods}
 */
public record GangInfo(long used, Refusal refusal, int placed, int nodes, int blocked) {
  static GangInfo read(Memory m) {
    m.seek(8);
    return new GangInfo(
        m.i64(), Refusal.read(m), m.i32(), m.i32(), m.i32());
  }
}
