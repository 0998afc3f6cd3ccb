// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Why a step of a plan is made when it is. A number that a newer library knows is {@link
 * #UNRECOGNIZED}.
 */
public enum CgroupPhase implements Coded {
  /** A container gives up CPUs that are no longer its own. */
  SHRINK(KoordRaw.KOORD_CGROUP_PHASE_SHRINK),
  /** A parent makes room for what its children will hold. */
  GROW_PARENT(KoordRaw.KOORD_CGROUP_PHASE_GROW_PARENT),
  /** A container gets its CPUs or NUMA nodes. */
  MOVE(KoordRaw.KOORD_CGROUP_PHASE_MOVE),
  /** A container waits out of others' way, for a time. */
  PARK(KoordRaw.KOORD_CGROUP_PHASE_PARK),
  /** A parent is left with what is its own and its children's. */
  SETTLE_PARENT(KoordRaw.KOORD_CGROUP_PHASE_SETTLE_PARENT),
  /** A quota is taken away. */
  REMOVE_QUOTA(KoordRaw.KOORD_CGROUP_PHASE_REMOVE_QUOTA),
  /** A number that this binding does not know. As an argument it is refused. */
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
