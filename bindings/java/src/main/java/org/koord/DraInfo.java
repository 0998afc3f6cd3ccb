// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The answer of an allocation, without its devices.
 *
 * @param outcome outcome
 * @param properties flags, which the methods below test
 * @param steps work of preparation and search: devices tried and sets compared; the same on every
 *     machine
 * @param numaNodes NUMA nodes of the devices, with one for each device without a known node. This,
 *     {@code unplaced} and the next three are the score.
 * @param pcieRoots likewise
 * @param opened counters and shared devices that were idle before
 * @param idle devices of the selected kinds that were idle before, on these NUMA nodes
 * @param reason of a refusal; the fields below belong to it
 * @param alternative the alternative that lacks devices; -1 if none is known
 * @param constraint the constraint without which all fits; -1 if none is known
 * @param needed devices that the alternative needs; with CLAIM_LIMIT the claim
 * @param available devices that it could use alone; with CLAIM_LIMIT the limit
 * @param shortDevices devices that are missing; 0 if unknown
 * @param unusable Devices that its selectors match and that it cannot use, each counted by the
 *     first cause.
 * @param tainted tainted
 * @param inUse in use
 * @param withoutAttribute no value of a constraint's attribute
 * @param tooSmall a capacity or counter is too small
 * @param remedies flags, which the methods below test
 * @param unplaced devices without a known NUMA node
 */
public record DraInfo(
    DraOutcome outcome,
    int properties,
    long steps,
    int numaNodes,
    int pcieRoots,
    int opened,
    int idle,
    DraReason reason,
    int alternative,
    int constraint,
    int needed,
    int available,
    int shortDevices,
    int unusable,
    int tainted,
    int inUse,
    int withoutAttribute,
    int tooSmall,
    int remedies,
    int unplaced) {
  /**
   * The steps ran out: a better allocation may exist, or more remedies.
   *
   * @return true if the flag is set
   */
  public boolean truncated() {
    return (properties & KoordRaw.KOORD_DRA_INFO_TRUNCATED) != 0;
  }

  /**
   * {@code DraInfo.constraint}.
   *
   * @return true if the flag is set
   */
  public boolean dropConstraint() {
    return (remedies & KoordRaw.KOORD_DRA_REMEDY_DROP_CONSTRAINT) != 0;
  }

  /**
   * {@code DraInfo.shortDevices} less for {@code DraInfo.alternative}; at least one is left.
   *
   * @return true if the flag is set
   */
  public boolean fewerDevices() {
    return (remedies & KoordRaw.KOORD_DRA_REMEDY_FEWER_DEVICES) != 0;
  }

  /**
   * Taints of all devices are tolerated.
   *
   * @return true if the flag is set
   */
  public boolean tolerateTaints() {
    return (remedies & KoordRaw.KOORD_DRA_REMEDY_TOLERATE_TAINTS) != 0;
  }

  /**
   * Devices in use become free.
   *
   * @return true if the flag is set
   */
  public boolean freeDevices() {
    return (remedies & KoordRaw.KOORD_DRA_REMEDY_FREE_DEVICES) != 0;
  }

  static DraInfo read(Memory m) {
    m.seek(8);
    return new DraInfo(
        DraOutcome.of(m.i32()), m.i32(), m.i64(), m.i32(), m.i32(), m.i32(), m.i32(),
        DraReason.of(m.i32()), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(),
        m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
