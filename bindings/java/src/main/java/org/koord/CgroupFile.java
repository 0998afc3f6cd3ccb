// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A file of a control group. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum CgroupFile implements Coded {
  /** cpuset.cpus. */
  CPUS(KoordRaw.KOORD_CGROUP_FILE_CPUS),
  /** cpuset.mems. */
  MEMS(KoordRaw.KOORD_CGROUP_FILE_MEMS),
  /** cpu.cfs_quota_us, cpu.max. */
  QUOTA(KoordRaw.KOORD_CGROUP_FILE_QUOTA),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupFile[] KNOWN = values();
  private final int code;

  CgroupFile(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupFile of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
