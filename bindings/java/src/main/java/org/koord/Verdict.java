// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Whether a node can take a pod, and how well.
 *
 * @param node node
 * @param reason {@link Reason#NONE}: it can
 * @param score 0 where it cannot. Under {@link Profile#SPEC} 0..200: the proposal's A + B, not yet
 *     normalised; with Koordinator's formula 0..100. What devices say, 0..100 for each type, is
 *     added. Under a {@link GpuPolicy} its score instead.
 * @param flags bits that the methods below read
 */
public record Verdict(int node, Reason reason, int score, int flags) implements VerdictMethods {
  /**
   * Taking pods away would not change the reason.
   *
   * @return whether the bit is set
   */
  public boolean unresolvable() {
    return (flags & KoordRaw.KOORD_VERDICT_UNRESOLVABLE) != 0;
  }

  /**
   * From {@link Cluster#changes}: the node is gone.
   *
   * @return whether the bit is set
   */
  public boolean removed() {
    return (flags & KoordRaw.KOORD_VERDICT_REMOVED) != 0;
  }

  static Verdict read(Memory m) {
    return new Verdict(
        m.i32(), Reason.of(m.i32()), m.i32(), m.i32());
  }
}
