// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Which set of CPUs of a {@link Node} or {@link NodeState}. A number that a newer library knows is
 * {@link #UNRECOGNIZED}.
 */
public enum Pool implements Coded {
  /** The shared pool. */
  SHARED(KoordRaw.KOORD_NODE_SHARED),
  /** Of LSE and LSR pods and of containers that kubelet's static policy serves. */
  EXCLUSIVE(KoordRaw.KOORD_NODE_EXCLUSIVE),
  /** The BE pool. */
  BEST_EFFORT(KoordRaw.KOORD_NODE_BEST_EFFORT),
  /** All CPUs. */
  ALL(KoordRaw.KOORD_NODE_ALL),
  /** By the Node's annotation. */
  RESERVED(KoordRaw.KOORD_NODE_RESERVED),
  /** Of system QoS. */
  SYSTEM(KoordRaw.KOORD_NODE_SYSTEM),
  /** Which kubelet keeps for the system; not of a {@link NodeState}. */
  KUBELET_RESERVED(KoordRaw.KOORD_NODE_KUBELET_RESERVED),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final Pool[] KNOWN = values();
  private final int code;

  Pool(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static Pool of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
