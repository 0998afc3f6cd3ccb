// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Koordinator's allocatePolicy of a reservation. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum ReservationPolicy implements Coded {
  /** Default. */
  DEFAULT(KoordRaw.KOORD_RESERVATION_POLICY_DEFAULT),
  /** The rest comes from the node, as under DEFAULT. */
  ALIGNED(KoordRaw.KOORD_RESERVATION_POLICY_ALIGNED),
  /** Owners get a reserved resource from the reservation only. */
  RESTRICTED(KoordRaw.KOORD_RESERVATION_POLICY_RESTRICTED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final ReservationPolicy[] KNOWN = values();
  private final int code;

  ReservationPolicy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static ReservationPolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
