// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Version of the kernel's control groups. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum CgroupVersion implements Coded {
  /** Detect by what is mounted; version 1 where both are. */
  DETECT(KoordRaw.KOORD_CGROUP_VERSION_DETECT),
  /** v1. */
  V1(KoordRaw.KOORD_CGROUP_VERSION_V1),
  /** v2. */
  V2(KoordRaw.KOORD_CGROUP_VERSION_V2),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupVersion[] KNOWN = values();
  private final int code;

  CgroupVersion(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupVersion of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
