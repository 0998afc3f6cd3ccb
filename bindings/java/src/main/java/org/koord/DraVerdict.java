// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The answer for a node, without its devices.
 *
 * @param outcome NONE if the node has no inventory
 * @param reason of a refusal
 * @param properties flags, which the methods below test
 * @param numaNodes the score, as in {@link DraInfo}
 * @param unplaced unplaced
 * @param pcieRoots pcie roots
 * @param opened opened
 * @param idle idle
 */
public record DraVerdict(
    DraOutcome outcome,
    DraReason reason,
    int properties,
    int numaNodes,
    int unplaced,
    int pcieRoots,
    int opened,
    int idle) {
  /**
   * The steps ran out: a better allocation may exist, or more remedies.
   *
   * @return true if the flag is set
   */
  public boolean truncated() {
    return (properties & KoordRaw.KOORD_DRA_INFO_TRUNCATED) != 0;
  }

  static DraVerdict read(Memory m) {
    return new DraVerdict(
        DraOutcome.of(m.i32()), DraReason.of(m.i32()), m.i32(), m.i32(), m.i32(), m.i32(),
        m.i32(), m.i32());
  }
}
