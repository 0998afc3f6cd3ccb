// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a set of CPUs of a kubelet. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum KubeletCpuset implements Coded {
  /** The default set, for containers without exclusive CPUs. */
  SHARED(KoordRaw.KOORD_KUBELET_CPUSET_SHARED),
  /** Never allocated exclusively. */
  RESERVED(KoordRaw.KOORD_KUBELET_CPUSET_RESERVED),
  /** Shared and not reserved. */
  AVAILABLE(KoordRaw.KOORD_KUBELET_CPUSET_AVAILABLE),
  /** A number that this binding does not know. Calls reject it as an argument. */
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
