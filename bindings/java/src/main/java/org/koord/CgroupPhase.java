// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The purpose of a step within the order of a plan. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum CgroupPhase implements Coded {
  /** A container gives up CPUs that it may no longer use. */
  SHRINK(KoordRaw.KOORD_CGROUP_PHASE_SHRINK),
  /** A parent is extended to what its children will have. */
  GROW_PARENT(KoordRaw.KOORD_CGROUP_PHASE_GROW_PARENT),
  /** A container gets its CPUs or NUMA nodes. */
  MOVE(KoordRaw.KOORD_CGROUP_PHASE_MOVE),
  /** A container is moved aside temporarily. */
  PARK(KoordRaw.KOORD_CGROUP_PHASE_PARK),
  /** A parent is reduced to its own CPUs and those of its children. */
  SETTLE_PARENT(KoordRaw.KOORD_CGROUP_PHASE_SETTLE_PARENT),
  /** A quota is removed. */
  REMOVE_QUOTA(KoordRaw.KOORD_CGROUP_PHASE_REMOVE_QUOTA),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CgroupPhase[] KNOWN = values();
  private final int code;

  CgroupPhase(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CgroupPhase of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
