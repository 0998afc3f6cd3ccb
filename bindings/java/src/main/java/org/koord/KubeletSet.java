// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Which set of CPUs of a kubelet. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum KubeletSet implements Coded {
  /** The default set, where containers without own CPUs run. */
  SHARED(KoordRaw.KOORD_KUBELET_SHARED),
  /** Never given to one container alone. */
  RESERVED(KoordRaw.KOORD_KUBELET_RESERVED),
  /** Shared and not reserved. */
  AVAILABLE(KoordRaw.KOORD_KUBELET_AVAILABLE),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final KubeletSet[] KNOWN = values();
  private final int code;

  KubeletSet(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static KubeletSet of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
