// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What came of a step of a plan. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum CgroupStepState implements Coded {
  /** Not made. */
  NOT_MADE(KoordRaw.KOORD_CGROUP_STEP_STATE_NOT_MADE),
  /** And in force. */
  MADE(KoordRaw.KOORD_CGROUP_STEP_STATE_MADE),
  /** The pod or container has ended. */
  GONE(KoordRaw.KOORD_CGROUP_STEP_STATE_GONE),
  /** Not accepted, or not in force. */
  FAILED(KoordRaw.KOORD_CGROUP_STEP_STATE_FAILED),
  /** The old value is there. */
  TAKEN_BACK(KoordRaw.KOORD_CGROUP_STEP_STATE_TAKEN_BACK),
  /** It could not be taken back. */
  STUCK(KoordRaw.KOORD_CGROUP_STEP_STATE_STUCK),
  /** A number that this binding does not know. As an argument it is refused. */
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
