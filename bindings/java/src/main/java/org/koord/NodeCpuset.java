// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a set of CPUs of a node. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum NodeCpuset implements Coded {
  /** Not for pods, as by the annotation reservation. */
  RESERVED(KoordRaw.KOORD_NODE_CPUSET_RESERVED),
  /** CPUs of system QoS (annotation system-qos-resource). */
  SYSTEM(KoordRaw.KOORD_NODE_CPUSET_SYSTEM),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NodeCpuset[] KNOWN = values();
  private final int code;

  NodeCpuset(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NodeCpuset of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
