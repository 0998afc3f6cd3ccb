// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Scoring strategies for devices: Koordinator's DeviceShare, with its default weights. Numbers that
 * only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum DeviceStrategy implements Coded {
  /** Not stated: least allocated. */
  DEFAULT(KoordRaw.KOORD_DEVICE_STRATEGY_DEFAULT),
  /** Pack pods. */
  MOST_ALLOCATED(KoordRaw.KOORD_DEVICE_STRATEGY_MOST_ALLOCATED),
  /** Spread pods over devices and nodes. */
  LEAST_ALLOCATED(KoordRaw.KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final DeviceStrategy[] KNOWN = values();
  private final int code;

  DeviceStrategy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static DeviceStrategy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
