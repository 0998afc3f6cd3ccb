// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Values that a request policy permits. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum DraPolicy implements Coded {
  /** No request policy: any amount. */
  NONE(KoordRaw.KOORD_DRA_POLICY_NONE),
  /** validRange. */
  RANGE(KoordRaw.KOORD_DRA_POLICY_RANGE),
  /** validValues: {@link DraInventory#validValues}. */
  VALUES(KoordRaw.KOORD_DRA_POLICY_VALUES),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final DraPolicy[] KNOWN = values();
  private final int code;

  DraPolicy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static DraPolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
