// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * A pod's preferredCPUExclusivePolicy. A number that a newer library knows is {@link
 * #UNRECOGNIZED}.
 */
public enum PodExclusivePolicy implements Coded {
  /** As the scheduler is configured. */
  DEFAULT(KoordRaw.KOORD_POD_EXCLUSIVE_POLICY_DEFAULT),
  /** None. */
  NONE(KoordRaw.KOORD_POD_EXCLUSIVE_POLICY_NONE),
  /** Pcpu level. */
  PCPU_LEVEL(KoordRaw.KOORD_POD_EXCLUSIVE_POLICY_PCPU_LEVEL),
  /** Numa node level. */
  NUMA_NODE_LEVEL(KoordRaw.KOORD_POD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final PodExclusivePolicy[] KNOWN = values();
  private final int code;

  PodExclusivePolicy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Spellings as in Kubernetes objects ("LSR", "Guaranteed", "koord-prod", "FullPCPUs",
   * "NUMANodeLevel", "SingleNUMANode", "Required"); "" for what is not stated, "Unknown" for other
   * numbers.
   */
  public String spelling() {
    return KoordRaw.koord_pod_exclusive_policy_get_name(code);
  }

  static PodExclusivePolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
