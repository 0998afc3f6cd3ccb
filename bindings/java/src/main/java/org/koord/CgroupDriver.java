// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Kubelet's naming of control groups (its cgroup driver). Numbers that only a newer library knows
 * become {@link #UNRECOGNIZED}.
 */
public enum CgroupDriver implements Coded {
  /** Detect by which of kubepods.slice and kubepods exists. */
  DETECT(KoordRaw.KOORD_CGROUP_DRIVER_DETECT),
  /** Cgroupfs. */
  CGROUPFS(KoordRaw.KOORD_CGROUP_DRIVER_CGROUPFS),
  /** Systemd. */
  SYSTEMD(KoordRaw.KOORD_CGROUP_DRIVER_SYSTEMD),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupDriver[] KNOWN = values();
  private final int code;

  CgroupDriver(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupDriver of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
