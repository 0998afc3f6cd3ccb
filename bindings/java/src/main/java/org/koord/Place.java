// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Where a pod or container runs. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum Place implements Coded {
  /** Kubelet and the runtime decide. */
  UNTOUCHED(KoordRaw.KOORD_PLACE_UNTOUCHED),
  /** On CPUs that the scheduler gave it, by resource-status. */
  OWN(KoordRaw.KOORD_PLACE_OWN),
  /** On those that kubelet's static policy gave it. */
  KUBELET(KoordRaw.KOORD_PLACE_KUBELET),
  /** On the shared pool. */
  SHARED(KoordRaw.KOORD_PLACE_SHARED),
  /** On the shared or BE pool of the NUMA nodes that it names. */
  NAMED_POOLS(KoordRaw.KOORD_PLACE_NAMED_POOLS),
  /** On the BE pool. */
  BEST_EFFORT(KoordRaw.KOORD_PLACE_BEST_EFFORT),
  /** On the CPUs of system QoS. */
  SYSTEM(KoordRaw.KOORD_PLACE_SYSTEM),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final Place[] KNOWN = values();
  private final int code;

  Place(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /** Stable name ("own", "namedPools"), as in node-state.json. */
  public String spelling() {
    return KoordRaw.koord_place_name(code);
  }

  static Place of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
