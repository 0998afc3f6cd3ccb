// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * An annotation of a NodeResourceTopology that a node's agent writes. Numbers that only a newer
 * library knows become {@link #UNRECOGNIZED}.
 */
public enum AgentAnnotation implements Coded {
  /** node.koordinator.sh/cpu-shared-pools. */
  CPU_SHARED_POOLS(KoordRaw.KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS),
  /** node.koordinator.sh/be-cpu-shared-pools. */
  BE_CPU_SHARED_POOLS(KoordRaw.KOORD_AGENT_ANNOTATION_BE_CPU_SHARED_POOLS),
  /** node.koordinator.sh/pod-cpu-allocs. */
  POD_CPU_ALLOCS(KoordRaw.KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final AgentAnnotation[] KNOWN = values();
  private final int code;

  AgentAnnotation(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static AgentAnnotation of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
