// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The rules that apply; docs/reference/profiles.md lists every difference. Numbers that only a
 * newer library knows become {@link #UNRECOGNIZED}.
 */
public enum Profile implements Coded {
  /** The Koordinator proposals as written. */
  SPEC(KoordRaw.KOORD_PROFILE_SPEC),
  /** Koordinator v1.8, CPU for CPU. */
  UPSTREAM(KoordRaw.KOORD_PROFILE_UPSTREAM),
  /** Kubelet 1.36 with known defects fixed: {@link Kubelet}. */
  KUBELET(KoordRaw.KOORD_PROFILE_KUBELET),
  /** scheduler-plugins' NodeResourceTopologyMatch; {@link NrtNode#filter}. */
  NRT_MATCH(KoordRaw.KOORD_PROFILE_NRT_MATCH),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final Profile[] KNOWN = values();
  private final int code;

  Profile(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static Profile of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
