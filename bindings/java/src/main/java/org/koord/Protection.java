// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Protection of a pod from plans that evict or move pods. Numbers that only a newer library knows
 * become {@link #UNRECOGNIZED}.
 */
public enum Protection implements Coded {
  /** None. */
  NONE(KoordRaw.KOORD_PROTECTION_NONE),
  /** Evict only if there is no other way (PodDisruptionBudgets). */
  AVOID(KoordRaw.KOORD_PROTECTION_AVOID),
  /** Neither evict nor move. */
  KEEP(KoordRaw.KOORD_PROTECTION_KEEP),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final Protection[] KNOWN = values();
  private final int code;

  Protection(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static Protection of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
