// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Outcomes of an allocation. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum DraOutcome implements Coded {
  /** None. */
  NONE(KoordRaw.KOORD_DRA_OUTCOME_NONE),
  /** Allocated. */
  ALLOCATED(KoordRaw.KOORD_DRA_OUTCOME_ALLOCATED),
  /** No allocation exists. */
  REFUSED(KoordRaw.KOORD_DRA_OUTCOME_REFUSED),
  /** The steps ran out before an allocation was found, or {@link DraReason#POD_LIMIT}. */
  UNDECIDED(KoordRaw.KOORD_DRA_OUTCOME_UNDECIDED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final DraOutcome[] KNOWN = values();
  private final int code;

  DraOutcome(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static DraOutcome of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
