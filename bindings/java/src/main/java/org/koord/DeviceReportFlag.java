// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Sources of a device report. */
public enum DeviceReportFlag implements Coded {
  /**
   * Query NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded
   * only during the call. Without a driver there are no GPUs.
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
