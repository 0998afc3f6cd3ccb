// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * How a pod wants its CPUs chosen: requiredCPUBindPolicy and preferredCPUBindPolicy. A number that
 * a newer library knows is {@link #UNRECOGNIZED}.
 */
public enum PodBindPolicy implements Coded {
  /** As the scheduler is configured. */
  DEFAULT(KoordRaw.KOORD_POD_BIND_POLICY_DEFAULT),
  /** Full pcpus. */
  FULL_PCPUS(KoordRaw.KOORD_POD_BIND_POLICY_FULL_PCPUS),
  /** Spread by pcpus. */
  SPREAD_BY_PCPUS(KoordRaw.KOORD_POD_BIND_POLICY_SPREAD_BY_PCPUS),
  /** The shared pool of one NUMA node that suits its limit. */
  CONSTRAINED_BURST(KoordRaw.KOORD_POD_BIND_POLICY_CONSTRAINED_BURST),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final PodBindPolicy[] KNOWN = values();
  private final int code;

  PodBindPolicy(int code) {
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
    return KoordRaw.koord_pod_bind_policy_get_name(code);
  }

  static PodBindPolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
