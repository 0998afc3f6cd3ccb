// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * How devices are scored: as Koordinator's DeviceShare does, with its default weights. A number
 * that a newer library knows is {@link #UNRECOGNIZED}.
 */
public enum DeviceStrategy implements Coded {
  /** Not stated: least allocated. */
  DEFAULT(KoordRaw.KOORD_DEVICE_STRATEGY_DEFAULT),
  /** Pack pods. */
  MOST_ALLOCATED(KoordRaw.KOORD_DEVICE_STRATEGY_MOST_ALLOCATED),
  /** Spread pods over devices and nodes. */
  LEAST_ALLOCATED(KoordRaw.KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED),
  /** A number that this binding does not know. As an argument it is refused. */
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
