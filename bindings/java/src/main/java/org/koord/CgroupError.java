// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Causes of a failed write to a control group. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum CgroupError implements Coded {
  /** None. */
  NONE(KoordRaw.KOORD_CGROUP_ERROR_NONE),
  /** Busy; a retry may succeed. */
  RETRY(KoordRaw.KOORD_CGROUP_ERROR_RETRY),
  /** The group does not exist. */
  GONE(KoordRaw.KOORD_CGROUP_ERROR_GONE),
  /** Not permitted. */
  DENIED(KoordRaw.KOORD_CGROUP_ERROR_DENIED),
  /** The kernel rejects the value. */
  INVALID(KoordRaw.KOORD_CGROUP_ERROR_INVALID),
  /** The group does not have the file. */
  UNSUPPORTED(KoordRaw.KOORD_CGROUP_ERROR_UNSUPPORTED),
  /** Accepted but not in effect, or changed by another process. */
  DRIFTED(KoordRaw.KOORD_CGROUP_ERROR_DRIFTED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupError[] KNOWN = values();
  private final int code;

  CgroupError(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupError of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
