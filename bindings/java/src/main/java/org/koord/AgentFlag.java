// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a node's agent. */
public enum AgentFlag implements Coded {
  /**
   * Ignore the CPUs that kubelet allocates or reserves, and leave every cpuset to kubelet, even
   * those of pods with exclusive CPUs. This is the first stage of taking over kubelet's CPU
   * management.
   */
  IGNORE_KUBELET(KoordRaw.KOORD_AGENT_IGNORE_KUBELET),
  /**
   * {@link Profile#UPSTREAM}: BE pods stay on the NUMA nodes that they name (Koordinator's feature
   * gate BECPUManager).
   */
  BE_BY_NUMA(KoordRaw.KOORD_AGENT_BE_BY_NUMA),
  /**
   * {@link Profile#SPEC}: keep isolated CPUs ({@link CpusetKind#ISOLATED}) out of the shared and BE
   * pools, and for pods that require isolated CPUs. The report says so, and the scheduler does the
   * same. Without this flag isolated CPUs are in the pools, as kubelet has them.
   */
  EXCLUDE_ISOLATED(KoordRaw.KOORD_AGENT_EXCLUDE_ISOLATED);

  private final int code;

  AgentFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
