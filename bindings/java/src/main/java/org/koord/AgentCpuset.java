// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a set of CPUs of a {@link Agent} or {@link AgentState}. Numbers that only a newer library
 * knows become {@link #UNRECOGNIZED}.
 */
public enum AgentCpuset implements Coded {
  /** The shared pool. */
  SHARED(KoordRaw.KOORD_AGENT_CPUSET_SHARED),
  /** CPUs of LSE and LSR pods, and of containers that kubelet's static policy serves. */
  EXCLUSIVE(KoordRaw.KOORD_AGENT_CPUSET_EXCLUSIVE),
  /** The BE pool. */
  BEST_EFFORT(KoordRaw.KOORD_AGENT_CPUSET_BEST_EFFORT),
  /** All CPUs. */
  ALL(KoordRaw.KOORD_AGENT_CPUSET_ALL),
  /** Reserved by the Node's annotation. */
  RESERVED(KoordRaw.KOORD_AGENT_CPUSET_RESERVED),
  /** CPUs of system QoS. */
  SYSTEM(KoordRaw.KOORD_AGENT_CPUSET_SYSTEM),
  /** Reserved by kubelet for the system; not available from a {@link AgentState}. */
  KUBELET_RESERVED(KoordRaw.KOORD_AGENT_CPUSET_KUBELET_RESERVED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final AgentCpuset[] KNOWN = values();
  private final int code;

  AgentCpuset(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static AgentCpuset of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
