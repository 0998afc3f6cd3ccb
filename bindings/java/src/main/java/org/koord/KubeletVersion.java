// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The versions of kubelet whose answers and state files the library knows. What differs between
 * them is in docs/reference/kubelet.md. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum KubeletVersion implements Coded {
  /** 1.36. */
  DEFAULT(KoordRaw.KOORD_KUBELET_VERSION_DEFAULT),
  /** v1 35. */
  V1_35(KoordRaw.KOORD_KUBELET_VERSION_V1_35),
  /** v1 36. */
  V1_36(KoordRaw.KOORD_KUBELET_VERSION_V1_36),
  /** v1 37. */
  V1_37(KoordRaw.KOORD_KUBELET_VERSION_V1_37),
  /** As of 1.38.0-beta.0. */
  V1_38(KoordRaw.KOORD_KUBELET_VERSION_V1_38),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final KubeletVersion[] KNOWN = values();
  private final int code;

  KubeletVersion(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static KubeletVersion of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
