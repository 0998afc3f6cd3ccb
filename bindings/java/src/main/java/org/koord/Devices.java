package org.koord;

/** Devices of machines. */
public final class Devices {
  private Devices() {}

  /**
   * The Device object of the machine of a topology, ready for "kubectl apply"
   * (docs/devices-report.md).
   *
   * @param context receives remarks, nullable
   * @param topology of the machine that the program runs on
   * @param nvml ask NVIDIA's driver for its GPUs
   * @param nvmlLibrary path or name of NVML; null: libnvidia-ml.so.1
   * @param sysfs read virtual functions of RDMA devices from sysfs
   * @param sysfsRoot the directory that holds sys/; null: "/"
   * @param checkpoint the text of kubelet_internal_checkpoint; null: there is none
   * @param pods the node's pods as JSON; null: none are known
   * @throws KoordException.Io the driver or library does not answer
   * @throws KoordException.Invalid a path without its flag; checkpoint, pods: names the field
   */
  public static String reportToJson(
      Context context,
      Topology topology,
      String nodeName,
      boolean nvml,
      String nvmlLibrary,
      boolean sysfs,
      String sysfsRoot,
      String checkpoint,
      String pods) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      long t = f.read("topology", topology);
      Memory options =
          f.struct(
              KoordRaw.koord_device_report_options_size);
      options.put(
          (nvml ? KoordRaw.KOORD_DEVICE_REPORT_NVML : 0) | (sysfs ? KoordRaw.KOORD_DEVICE_REPORT_SYSFS : 0));
      return f.document(
          out ->
              KoordRaw.koord_device_report_to_json(
                  c, t, options.address(), Frame.utf8("nodeName", nodeName),
                  Frame.utf8(nvmlLibrary),
                  Frame.utf8(sysfsRoot), Frame.utf8(checkpoint), Frame.utf8(pods), out, f.error()));
    }
  }

  /**
   * What a node offers by its Device object, {"resources":{...},"labels":{...}}.
   *
   * @param context receives remarks, nullable
   * @param shared koordinator.sh/gpu.shared, too: 100 for each healthy GPU
   * @throws KoordException.Invalid names the field
   */
  public static String nodeResources(Context context, String device, boolean shared) {
    int flags = shared ? KoordRaw.KOORD_NODE_RESOURCES_SHARED : 0;
    byte[] json = Frame.utf8("device", device);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return f.document(
          out -> KoordRaw.koord_device_get_node_resources(c, json, flags, out, f.error()));
    }
  }
}
