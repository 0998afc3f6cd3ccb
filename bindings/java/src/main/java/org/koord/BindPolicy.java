// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * CPU bind policies, which say how CPUs are taken from physical cores: requiredCPUBindPolicy and
 * preferredCPUBindPolicy of a pod, the label of a node, or the policy of a pick. Numbers that only
 * a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum BindPolicy implements Coded {
  /**
   * Not stated. For pods: as the scheduler is configured; for a pick: spread, on ARM full cores.
   */
  DEFAULT(KoordRaw.KOORD_BIND_POLICY_DEFAULT),
  /** Whole physical cores first; for nodes: FullPCPUsOnly. */
  FULL_PCPUS(KoordRaw.KOORD_BIND_POLICY_FULL_PCPUS),
  /** One CPU per physical core first. */
  SPREAD_BY_PCPUS(KoordRaw.KOORD_BIND_POLICY_SPREAD_BY_PCPUS),
  /** For pods: the shared pool of one NUMA node that is large enough for the pod's limit. */
  CONSTRAINED_BURST(KoordRaw.KOORD_BIND_POLICY_CONSTRAINED_BURST),
  /** For nodes: only the policy of the pod applies. */
  NONE(KoordRaw.KOORD_BIND_POLICY_NONE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final BindPolicy[] KNOWN = values();
  private final int code;

  BindPolicy(int code) {
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
    return KoordRaw.koord_bind_policy_get_name(code);
  }

  static BindPolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
