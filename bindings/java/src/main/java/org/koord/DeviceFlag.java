// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a device. */
public enum DeviceFlag implements Coded {
  /** Health. */
  HEALTHY(KoordRaw.KOORD_DEVICE_HEALTHY),
  /** {@code module} is stated. */
  HAS_MODULE(KoordRaw.KOORD_DEVICE_HAS_MODULE),
  /** {@code socket}, {@code numa_node}, PCIe and bus id are stated. */
  HAS_TOPOLOGY(KoordRaw.KOORD_DEVICE_HAS_TOPOLOGY);

  private final int code;

  DeviceFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
