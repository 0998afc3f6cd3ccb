// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of an answer. */
public enum DraInfoFlag implements Coded {
  /** The steps ran out: a better allocation may exist, or more remedies. */
  TRUNCATED(KoordRaw.KOORD_DRA_INFO_TRUNCATED);

  private final int code;

  DraInfoFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
