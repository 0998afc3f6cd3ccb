// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What is asked about devices. */
public enum DeviceReportFlag implements Coded {
  /**
   * Ask NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded for
   * the time of the call. Without a driver there are none.
   */
  NVML(KoordRaw.KOORD_DEVICE_REPORT_NVML),
  /** Read virtual functions of RDMA devices from sysfs. */
  SYSFS(KoordRaw.KOORD_DEVICE_REPORT_SYSFS);

  private final int code;

  DeviceReportFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
