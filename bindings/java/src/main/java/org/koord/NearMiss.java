// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A node that refuses and was examined closely.
 *
 * @param refusal refusal, as from {@link Cluster#judge}
 * @param bound bound
 * @param node node
 * @param flags flags, which the methods below test
 * @param missing Share of the pod's request that is missing, in per mille, rounded up, of the
 *     resource with the largest such share.
 * @param remedies number of remedies that were found
 */
public record NearMiss(
    Refusal refusal,
    Bound bound,
    int node,
    int flags,
    int missing,
    int remedies) {
  /**
   * No eviction would change the reason.
   *
   * @return true if the flag is set
   */
  public boolean unresolvable() {
    return (flags & KoordRaw.KOORD_VERDICT_UNRESOLVABLE) != 0;
  }

  static NearMiss read(Memory m) {
    return new NearMiss(
        Refusal.read(m), Bound.read(m), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
