// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Result of filter and score for one node.
 *
 * @param node node
 * @param reason {@link Reason#NONE}: the pod fits
 * @param score 0 where the pod does not fit. Under {@link Profile#SPEC} 0..200: the proposal's A +
 *     B, not yet normalised; with Koordinator's formula 0..100. The score of devices, 0..100 for
 *     each type, is added. Under a {@link GpuPolicy} it is the score of that policy instead.
 * @param flags flags, which the methods below test
 */
public record Verdict(int node, Reason reason, int score, int flags) implements VerdictMethods {
  /**
   * No eviction would change the reason.
   *
   * @return true if the flag is set
   */
  public boolean unresolvable() {
    return (flags & KoordRaw.KOORD_VERDICT_UNRESOLVABLE) != 0;
  }

  /**
   * Only from {@link Cluster#changes}: the node was removed.
   *
   * @return true if the flag is set
   */
  public boolean removed() {
    return (flags & KoordRaw.KOORD_VERDICT_REMOVED) != 0;
  }

  /**
   * The request is wrong on every node, whatever its state.
   *
   * @return true if the flag is set
   */
  public boolean invalidRequest() {
    return (flags & KoordRaw.KOORD_VERDICT_INVALID_REQUEST) != 0;
  }

  static Verdict read(Memory m) {
    return new Verdict(
        m.i32(), Reason.of(m.i32()), m.i32(), m.i32());
  }
}
