// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Which CPUs of physical cores are taken first: a pod's requiredCPUBindPolicy and
 * preferredCPUBindPolicy, the label of a node, a pick. A number that a newer library knows is
 * {@link #UNRECOGNIZED}.
 */
public enum BindPolicy implements Coded {
  /** Not stated. Pods: as the scheduler is configured; a pick: spread, on ARM full cores. */
  DEFAULT(KoordRaw.KOORD_BIND_POLICY_DEFAULT),
  /** Whole physical cores first; nodes: FullPCPUsOnly. */
  FULL_PCPUS(KoordRaw.KOORD_BIND_POLICY_FULL_PCPUS),
  /** One CPU per physical core first. */
  SPREAD_BY_PCPUS(KoordRaw.KOORD_BIND_POLICY_SPREAD_BY_PCPUS),
  /** Pods: the shared pool of one NUMA node that suits its limit. */
  CONSTRAINED_BURST(KoordRaw.KOORD_BIND_POLICY_CONSTRAINED_BURST),
  /** Nodes: pods are asked alone. */
  NONE(KoordRaw.KOORD_BIND_POLICY_NONE),
  /** A number that this binding does not know. As an argument it is refused. */
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
   * Spellings as in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated"); "Default"
   * for what is not stated, "Unknown" for other numbers.
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
