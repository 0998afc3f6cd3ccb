// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * The CPU bind policy of a node's label. A number that a newer library knows is {@link
 * #UNRECOGNIZED}.
 */
public enum NodeBindPolicy implements Coded {
  /** Unset. */
  UNSET(KoordRaw.KOORD_NODE_BIND_POLICY_UNSET),
  /** None. */
  NONE(KoordRaw.KOORD_NODE_BIND_POLICY_NONE),
  /** Full pcpus only. */
  FULL_PCPUS_ONLY(KoordRaw.KOORD_NODE_BIND_POLICY_FULL_PCPUS_ONLY),
  /** Spread by pcpus. */
  SPREAD_BY_PCPUS(KoordRaw.KOORD_NODE_BIND_POLICY_SPREAD_BY_PCPUS),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NodeBindPolicy[] KNOWN = values();
  private final int code;

  NodeBindPolicy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NodeBindPolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
