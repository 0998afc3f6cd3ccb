// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Kinds of CPU sets that a pod or container runs on. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum AgentPlace implements Coded {
  /** Kubelet and the runtime decide. */
  UNTOUCHED(KoordRaw.KOORD_AGENT_PLACE_UNTOUCHED),
  /** On exclusive CPUs that the scheduler allocated (resource-status). */
  EXCLUSIVE(KoordRaw.KOORD_AGENT_PLACE_EXCLUSIVE),
  /** On exclusive CPUs that kubelet's static policy allocated. */
  KUBELET(KoordRaw.KOORD_AGENT_PLACE_KUBELET),
  /** On the shared pool. */
  SHARED(KoordRaw.KOORD_AGENT_PLACE_SHARED),
  /** On the shared or BE pool of the NUMA nodes that it names. */
  NAMED_POOLS(KoordRaw.KOORD_AGENT_PLACE_NAMED_POOLS),
  /** On the BE pool. */
  BEST_EFFORT(KoordRaw.KOORD_AGENT_PLACE_BEST_EFFORT),
  /** On the CPUs of system QoS. */
  SYSTEM(KoordRaw.KOORD_AGENT_PLACE_SYSTEM),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final AgentPlace[] KNOWN = values();
  private final int code;

  AgentPlace(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the stable name ("exclusive", "namedPools"), as in node-state.json.
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_agent_place_get_name(code);
  }

  static AgentPlace of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
