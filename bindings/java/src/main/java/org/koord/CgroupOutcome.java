// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What came of a plan. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum CgroupOutcome implements Coded {
  /** Done. */
  DONE(KoordRaw.KOORD_CGROUP_OUTCOME_DONE),
  /** A step failed; all is as it was. */
  UNDONE(KoordRaw.KOORD_CGROUP_OUTCOME_UNDONE),
  /** A step failed, and so did taking back another: what led to that one is in force. */
  PARTIAL(KoordRaw.KOORD_CGROUP_OUTCOME_PARTIAL),
  /** The groups are not as the plan found them; nothing was written. */
  STALE(KoordRaw.KOORD_CGROUP_OUTCOME_STALE),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupOutcome[] KNOWN = values();
  private final int code;

  CgroupOutcome(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupOutcome of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
