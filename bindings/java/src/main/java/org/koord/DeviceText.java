// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a text of a device. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum DeviceText implements Coded {
  /** "gpu", "rdma", "fpga" or any other; must not be empty. */
  TYPE(KoordRaw.KOORD_DEVICE_TEXT_TYPE),
  /** Id: "GPU-&lt;uuid&gt;", or a bus id. */
  ID(KoordRaw.KOORD_DEVICE_TEXT_ID),
  /** topology.pcieID, with {@link DeviceFlag#HAS_TOPOLOGY}. */
  PCIE(KoordRaw.KOORD_DEVICE_TEXT_PCIE),
  /** topology.busID, with {@link DeviceFlag#HAS_TOPOLOGY}. */
  BUS_ID(KoordRaw.KOORD_DEVICE_TEXT_BUS_ID),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final DeviceText[] KNOWN = values();
  private final int code;

  DeviceText(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static DeviceText of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
