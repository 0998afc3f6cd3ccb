// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The container runtime; it determines how the control group of a container is named. Numbers that
 * only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum CgroupRuntime implements Coded {
  /** Containerd. */
  CONTAINERD(KoordRaw.KOORD_CGROUP_RUNTIME_CONTAINERD),
  /** Docker. */
  DOCKER(KoordRaw.KOORD_CGROUP_RUNTIME_DOCKER),
  /** Crio. */
  CRIO(KoordRaw.KOORD_CGROUP_RUNTIME_CRIO),
  /** Pouch. */
  POUCH(KoordRaw.KOORD_CGROUP_RUNTIME_POUCH),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupRuntime[] KNOWN = values();
  private final int code;

  CgroupRuntime(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupRuntime of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
