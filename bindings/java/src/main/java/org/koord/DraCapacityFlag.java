// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Fields of a capacity that are stated. */
public enum DraCapacityFlag implements Coded {
  /** default_amount. */
  HAS_DEFAULT(KoordRaw.KOORD_DRA_CAPACITY_HAS_DEFAULT),
  /** Max. */
  HAS_MAX(KoordRaw.KOORD_DRA_CAPACITY_HAS_MAX),
  /** Step. */
  HAS_STEP(KoordRaw.KOORD_DRA_CAPACITY_HAS_STEP);

  private final int code;

  DraCapacityFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
