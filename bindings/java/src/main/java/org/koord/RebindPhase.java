// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The progress of a RebindResource. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum RebindPhase implements Coded {
  /** Not processed yet. */
  NONE(KoordRaw.KOORD_REBIND_PHASE_NONE),
  /** Pending. */
  PENDING(KoordRaw.KOORD_REBIND_PHASE_PENDING),
  /** Succeed. */
  SUCCEED(KoordRaw.KOORD_REBIND_PHASE_SUCCEED),
  /** Failed. */
  FAILED(KoordRaw.KOORD_REBIND_PHASE_FAILED),
  /** Unknown. */
  UNKNOWN(KoordRaw.KOORD_REBIND_PHASE_UNKNOWN),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final RebindPhase[] KNOWN = values();
  private final int code;

  RebindPhase(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static RebindPhase of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
