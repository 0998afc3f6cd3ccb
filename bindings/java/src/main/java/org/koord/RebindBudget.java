// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Limits for the number of placements that a rebind may try. Numbers that only a newer library
 * knows become {@link #UNRECOGNIZED}.
 */
public enum RebindBudget implements Coded {
  /** Used if the budget is 0. */
  DEFAULT(KoordRaw.KOORD_REBIND_BUDGET_DEFAULT),
  /** Max. */
  MAX(KoordRaw.KOORD_REBIND_BUDGET_MAX),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final RebindBudget[] KNOWN = values();
  private final int code;

  RebindBudget(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static RebindBudget of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
