// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The outcome of applying a plan. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum CgroupOutcome implements Coded {
  /** Done. */
  DONE(KoordRaw.KOORD_CGROUP_OUTCOME_DONE),
  /** A step failed; everything was rolled back. */
  UNDONE(KoordRaw.KOORD_CGROUP_OUTCOME_UNDONE),
  /**
   * A step failed, and so did a rollback: the steps up to the one that could not be rolled back are
   * in effect.
   */
  PARTIAL(KoordRaw.KOORD_CGROUP_OUTCOME_PARTIAL),
  /** The control groups changed after the plan was made; nothing was written. */
  STALE(KoordRaw.KOORD_CGROUP_OUTCOME_STALE),
  /** A number that this binding does not know. Calls reject it as an argument. */
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
