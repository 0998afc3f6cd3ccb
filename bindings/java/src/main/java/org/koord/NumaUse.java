// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Which pods use a NUMA node. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum NumaUse implements Coded {
  /** Idle. */
  IDLE(KoordRaw.KOORD_NUMA_USE_IDLE),
  /** Only pods that are aligned to one NUMA node. */
  SINGLE(KoordRaw.KOORD_NUMA_USE_SINGLE),
  /** At least one pod that spans NUMA nodes. */
  SHARED(KoordRaw.KOORD_NUMA_USE_SHARED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NumaUse[] KNOWN = values();
  private final int code;

  NumaUse(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NumaUse of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
