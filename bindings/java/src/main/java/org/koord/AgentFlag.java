// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Options of a node's agent. */
public enum AgentFlag implements Coded {
  /**
   * CPUs that kubelet gave away or reserves count for nothing, and every cpuset is left to kubelet,
   * those of pods with CPUs of their own as well: the first stage of taking over its CPU
   * management.
   */
  IGNORE_KUBELET(KoordRaw.KOORD_AGENT_IGNORE_KUBELET),
  /** {@link Profile#UPSTREAM}: BE pods keep to the NUMA nodes they name (its gate BECPUManager). */
  BE_BY_NUMA(KoordRaw.KOORD_AGENT_BE_BY_NUMA);

  private final int code;

  AgentFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
