// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a device. */
public enum DraDeviceFlag implements Coded {
  /** allowMultipleAllocations: several requests may share the device (KEP-5075). */
  SHARED(KoordRaw.KOORD_DRA_DEVICE_SHARED),
  /**
   * Allocated to another claim without admin access. A shared device stays available; its counters
   * are already consumed.
   */
  ALLOCATED(KoordRaw.KOORD_DRA_DEVICE_ALLOCATED),
  /**
   * The pool is incomplete or invalid. The device is not allocated, and requests for all devices
   * are refused. Stands for a pool without visible devices, too.
   */
  UNUSABLE(KoordRaw.KOORD_DRA_DEVICE_UNUSABLE);

  private final int code;

  DraDeviceFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
