package org.koord;

/**
 * What the Device object of a machine is made from (docs/devices-report.md). Setters return this
 * object.
 */
public final class DeviceReport extends Handle {
  private final Context context;

  private DeviceReport(long address, Context context) {
    super(address, KoordRaw::koord_device_report_free, true);
    this.context = context;
  }

  /**
   * What the topology knows, its RDMA devices, and what is asked for.
   *
   * @param context receives remarks of this and later calls, nullable; closed after the report
   * @param nvml ask NVIDIA's driver for its GPUs
   * @param sysfs read virtual functions of RDMA devices from sysfs
   */
  public static DeviceReport create(Context context, boolean nvml, boolean sysfs) {
    int flags =
        (nvml ? KoordRaw.KOORD_DEVICE_REPORT_NVML : 0)
            | (sysfs ? KoordRaw.KOORD_DEVICE_REPORT_SYSFS : 0);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new DeviceReport(
          f.handle(out -> KoordRaw.koord_device_report_new(c, flags, out, f.error())), context);
    }
  }

  /**
   * Path or name of NVML; without it libnvidia-ml.so.1.
   *
   * @throws KoordException.Invalid NVML is not asked
   */
  public DeviceReport setNvmlLibrary(String library) {
    byte[] text = Frame.utf8("library", library);
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_device_report_set_nvml_library(f.write(this), text, f.error()));
    }
    return this;
  }

  /**
   * The directory that holds sys/; without it "/".
   *
   * @throws KoordException.Invalid sysfs is not asked
   */
  public DeviceReport setSysfsRoot(String root) {
    byte[] text = Frame.utf8("root", root);
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_device_report_set_sysfs_root(f.write(this), text, f.error()));
    }
    return this;
  }

  /**
   * The text of kubelet_internal_checkpoint.
   *
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Corrupt its checksum is wrong
   */
  public DeviceReport setCheckpoint(String checkpoint) {
    byte[] text = Frame.utf8("checkpoint", checkpoint);
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_device_report_set_checkpoint(f.write(this), text, f.error()));
    }
    return this;
  }

  /**
   * The node's pods as JSON.
   *
   * @throws KoordException.Invalid names the field
   */
  public DeviceReport setPods(String pods) {
    byte[] text = Frame.utf8("pods", pods);
    try (Frame f = Frame.open()) {
      f.read(context); // its log is called
      f.check(KoordRaw.koord_device_report_set_pods(f.write(this), text, f.error()));
    }
    return this;
  }

  /**
   * The Device object of the machine of a topology, ready for "kubectl apply".
   *
   * @param topology of the machine that the program runs on
   * @throws KoordException.Io the driver or library does not answer
   * @throws KoordException.Invalid nodeName is no name of a node
   */
  public String toJson(Topology topology, String nodeName) {
    byte[] name = Frame.utf8("nodeName", nodeName);
    try (Frame f = Frame.open()) {
      f.read(context); // its log is called
      long r = f.read(this);
      long t = f.read("topology", topology);
      return f.document(
          out -> KoordRaw.koord_device_report_to_json(r, t, name, out, f.error()));
    }
  }
}
