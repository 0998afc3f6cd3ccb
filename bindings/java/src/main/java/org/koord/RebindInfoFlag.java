// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a rebind's result. */
public enum RebindInfoFlag implements Coded {
  /** The budget was used up: a larger one might give a better plan. */
  TRUNCATED(KoordRaw.KOORD_REBIND_INFO_TRUNCATED);

  private final int code;

  RebindInfoFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
