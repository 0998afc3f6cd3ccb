// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Nodes that refuse for one reason and lack the same.
 *
 * @param refusal of the nearest of them
 * @param bound of the nearest of them
 * @param minBest the least bound.best of all of them
 * @param maxBest the most
 * @param nodes how many they are
 * @param nearest which lacks least of it, the lowest number of those
 */
public record RefusedGroup(
    Refusal refusal,
    Bound bound,
    long minBest,
    long maxBest,
    int nodes,
    int nearest) {
  static RefusedGroup read(Memory m) {
    return new RefusedGroup(
        Refusal.read(m), Bound.read(m), m.i64(), m.i64(), m.i32(), m.i32());
  }
}
