// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Kinds of constraints. Numbers that only a newer library knows become {@link #UNRECOGNIZED}. */
public enum DraConstraintKind implements Coded {
  /** Not stated: refused. */
  NONE(KoordRaw.KOORD_DRA_CONSTRAINT_KIND_NONE),
  /** matchAttribute: all devices have a value in common. */
  MATCH(KoordRaw.KOORD_DRA_CONSTRAINT_KIND_MATCH),
  /** distinctAttribute: no two devices have a value in common. */
  DISTINCT(KoordRaw.KOORD_DRA_CONSTRAINT_KIND_DISTINCT),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final DraConstraintKind[] KNOWN = values();
  private final int code;

  DraConstraintKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static DraConstraintKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
