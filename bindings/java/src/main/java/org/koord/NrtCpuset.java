// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a set of CPUs of a NodeResourceTopology. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum NrtCpuset implements Coded {
  /**
   * Reserved by kubelet: never exclusive under any of its policies, and part of the shared pool.
   */
  RESERVED(KoordRaw.KOORD_NRT_CPUSET_RESERVED),
  /** Allocated exclusively by kubelet: not part of the shared pool. */
  HELD(KoordRaw.KOORD_NRT_CPUSET_HELD),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NrtCpuset[] KNOWN = values();
  private final int code;

  NrtCpuset(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NrtCpuset of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
