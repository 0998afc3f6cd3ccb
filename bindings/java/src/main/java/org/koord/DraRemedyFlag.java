// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Changes that make refused claims fit; each alone is enough. */
public enum DraRemedyFlag implements Coded {
  /** {@code DraInfo.constraint}. */
  DROP_CONSTRAINT(KoordRaw.KOORD_DRA_REMEDY_DROP_CONSTRAINT),
  /** {@code DraInfo.shortDevices} less for {@code DraInfo.alternative}; at least one is left. */
  FEWER_DEVICES(KoordRaw.KOORD_DRA_REMEDY_FEWER_DEVICES),
  /** Taints of all devices are tolerated. */
  TOLERATE_TAINTS(KoordRaw.KOORD_DRA_REMEDY_TOLERATE_TAINTS),
  /** Devices in use become free. */
  FREE_DEVICES(KoordRaw.KOORD_DRA_REMEDY_FREE_DEVICES);

  private final int code;

  DraRemedyFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
