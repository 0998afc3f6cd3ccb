// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The outcome of one step of a plan. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum CgroupStepState implements Coded {
  /** Not made. */
  NOT_MADE(KoordRaw.KOORD_CGROUP_STEP_STATE_NOT_MADE),
  /** Written and in effect. */
  MADE(KoordRaw.KOORD_CGROUP_STEP_STATE_MADE),
  /** The pod or container no longer exists. */
  GONE(KoordRaw.KOORD_CGROUP_STEP_STATE_GONE),
  /** Rejected, or not in effect. */
  FAILED(KoordRaw.KOORD_CGROUP_STEP_STATE_FAILED),
  /** Rolled back: the old value is in effect. */
  TAKEN_BACK(KoordRaw.KOORD_CGROUP_STEP_STATE_TAKEN_BACK),
  /** Could not be rolled back. */
  STUCK(KoordRaw.KOORD_CGROUP_STEP_STATE_STUCK),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupStepState[] KNOWN = values();
  private final int code;

  CgroupStepState(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupStepState of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
