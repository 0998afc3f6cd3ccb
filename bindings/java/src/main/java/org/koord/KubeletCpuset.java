// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Which set of CPUs of a kubelet. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum KubeletCpuset implements Coded {
  /** The default set, where containers without own CPUs run. */
  SHARED(KoordRaw.KOORD_KUBELET_CPUSET_SHARED),
  /** Never given to one container alone. */
  RESERVED(KoordRaw.KOORD_KUBELET_CPUSET_RESERVED),
  /** Shared and not reserved. */
  AVAILABLE(KoordRaw.KOORD_KUBELET_CPUSET_AVAILABLE),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final KubeletCpuset[] KNOWN = values();
  private final int code;

  KubeletCpuset(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static KubeletCpuset of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
