// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Which set of CPUs of a node of a cluster. A number that a newer library knows is {@link
 * #UNRECOGNIZED}.
 */
public enum NodeSet implements Coded {
  /** CPUs that a pod could have for itself. */
  FREE(KoordRaw.KOORD_NODE_FREE),
  /** Owned by pods. */
  HELD(KoordRaw.KOORD_NODE_HELD),
  /** Reserved, of system QoS, or kubelet's. */
  WITHHELD(KoordRaw.KOORD_NODE_WITHHELD),
  /** The shared pool: nobody's own. */
  POOL(KoordRaw.KOORD_NODE_POOL),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NodeSet[] KNOWN = values();
  private final int code;

  NodeSet(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NodeSet of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
