// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Kinds of control groups. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum CgroupKind implements Coded {
  /** Root. */
  ROOT(KoordRaw.KOORD_CGROUP_KIND_ROOT),
  /** Qos. */
  QOS(KoordRaw.KOORD_CGROUP_KIND_QOS),
  /** Pod. */
  POD(KoordRaw.KOORD_CGROUP_KIND_POD),
  /** Container. */
  CONTAINER(KoordRaw.KOORD_CGROUP_KIND_CONTAINER),
  /** Below a container. */
  NESTED(KoordRaw.KOORD_CGROUP_KIND_NESTED),
  /** At the level of pods, but not a pod's. */
  OTHER(KoordRaw.KOORD_CGROUP_KIND_OTHER),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupKind[] KNOWN = values();
  private final int code;

  CgroupKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
