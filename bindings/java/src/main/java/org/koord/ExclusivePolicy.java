// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Which pods a pod avoids: preferredCPUExclusivePolicy, or the policy of a pick. Numbers that only
 * a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum ExclusivePolicy implements Coded {
  /** Not stated. For pods: as the scheduler is configured; for a pick: none. */
  DEFAULT(KoordRaw.KOORD_EXCLUSIVE_POLICY_DEFAULT),
  /** Not stated. For pods: as the scheduler is configured; for a pick: none. */
  NONE(KoordRaw.KOORD_EXCLUSIVE_POLICY_NONE),
  /** Avoid cores held by pods with this policy. */
  PCPU_LEVEL(KoordRaw.KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL),
  /** Avoid NUMA nodes held by pods with this policy. */
  NUMA_NODE_LEVEL(KoordRaw.KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final ExclusivePolicy[] KNOWN = values();
  private final int code;

  ExclusivePolicy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the spelling in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated");
   * "Default" for what is not stated, "Unknown" for other numbers.
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_exclusive_policy_get_name(code);
  }

  static ExclusivePolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
