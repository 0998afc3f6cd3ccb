// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Nodes that refuse for the same reason and are short of the same resource.
 *
 * @param refusal refusal of the nearest of these nodes
 * @param bound bound of the nearest of these nodes
 * @param minBest the smallest bound.best of these nodes
 * @param maxBest the largest bound.best of these nodes
 * @param nodes number of these nodes
 * @param nearest the node with the smallest shortage; of several the lowest number
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
