// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of an alternative. */
public enum DraAlternativeFlag implements Coded {
  /**
   * allocationMode All: every selected device whose capacity is large enough; else {@code count}.
   */
  ALL(KoordRaw.KOORD_DRA_ALTERNATIVE_ALL),
  /** adminAccess (KEP-5018): devices in use are available, and nothing is consumed. */
  ADMIN(KoordRaw.KOORD_DRA_ALTERNATIVE_ADMIN);

  private final int code;

  DraAlternativeFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
