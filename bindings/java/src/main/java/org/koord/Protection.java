// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Whether plans may evict or move a pod. A number that a newer library knows is {@link
 * #UNRECOGNIZED}.
 */
public enum Protection implements Coded {
  /** None. */
  NONE(KoordRaw.KOORD_PROTECTION_NONE),
  /** Evict only if there is no other way (PodDisruptionBudgets). */
  AVOID(KoordRaw.KOORD_PROTECTION_AVOID),
  /** Neither evict nor move. */
  KEEP(KoordRaw.KOORD_PROTECTION_KEEP),
  /** A number that this binding does not know. As an argument it is refused. */
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
