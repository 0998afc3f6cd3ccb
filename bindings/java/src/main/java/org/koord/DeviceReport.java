// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The inputs of a report on devices. One owner. Calls that write reports may run at the same time;
 * all other calls require exclusive access.
 */
public final class DeviceReport extends Handle {
  DeviceReport(long address, Context kept) {
    super(address, keeping(kept, KoordRaw::koord_device_report_free), true);
  }

  /**
   * Creates a report from the sources in {@code flags} and from the RDMA devices of a topology;
   * flags 0: from the latter alone. Later calls send their diagnostics to the log function that
   * {@code context} has now.
   *
   * @param context receives diagnostics; may be null
   * @param flags the flags, if any
   * @return the device report
   * @throws KoordException.Invalid unknown flags
   */
  public static DeviceReport create(Context context, DeviceReportFlag... flags) {
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      int flagsBits = Coded.bits(flags);
      Memory deviceReportOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_device_report_new(contextAt, flagsBits, deviceReportOut.address(),
          f.error()));
      return f.made(deviceReportOut, made -> new DeviceReport(made, context));
    }
  }

  /**
   * {@link #create(Context, DeviceReportFlag...)} with null for context.
   *
   * @param flags the flags, if any
   * @return the device report
   */
  public static DeviceReport create(DeviceReportFlag... flags) {
    return create((Context) null, flags);
  }

  /**
   * With {@link DeviceReportFlag#NVML}: sets the path of the library, or a name that the loader
   * looks up. Null, and the default: libnvidia-ml.so.1.
   *
   * @param nvmlLibrary the nvml library; may be null
   * @return this object
   * @throws KoordException.Invalid a path without its flag
   */
  public DeviceReport setNvmlLibrary(String nvmlLibrary) {
    byte[] nvmlLibraryText = Frame.utf8(nvmlLibrary);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_device_report_set_nvml_library(at, nvmlLibraryText, f.error()));
      return this;
    }
  }

  /**
   * With {@link DeviceReportFlag#SYSFS}: sets the directory that contains sys/. Null, and the
   * default: "/".
   *
   * @param sysfsRoot the sysfs root; may be null
   * @return this object
   * @throws KoordException.Invalid a path without its flag
   */
  public DeviceReport setSysfsRoot(String sysfsRoot) {
    byte[] sysfsRootText = Frame.utf8(sysfsRoot);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_device_report_set_sysfs_root(at, sysfsRootText, f.error()));
      return this;
    }
  }

  /**
   * Sets the text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet
   * allocated to pods are written to the annotation devices-checkpoints, so that they are not
   * allocated again. Null, and the default: no such file.
   *
   * @param checkpoint the checkpoint; may be null
   * @return this object
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Corrupt the checksum is wrong
   * @throws KoordException.Limit over 16 MiB or 2^20 values
   */
  public DeviceReport setCheckpoint(String checkpoint) {
    byte[] checkpointText = Frame.utf8(checkpoint);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_device_report_set_checkpoint(at, checkpointText, f.error()));
      return this;
    }
  }

  /**
   * {@link #setCheckpoint(String)} of a document's bytes, in UTF-8.
   *
   * @param checkpoint the checkpoint; may be null
   * @return this object
   */
  public DeviceReport setCheckpoint(byte[] checkpoint) {
    byte[] checkpointText = checkpoint;
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_device_report_set_checkpoint(at, checkpointText, f.error()));
      return this;
    }
  }

  /**
   * Sets the node's pods (a Pod, a list or an array, as JSON). The annotation leaves out pods whose
   * devices a scheduler allocated, and terminated pods. Null, and the default: no pods are known.
   *
   * @param pods the pods; may be null
   * @return this object
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Limit over 128 MiB
   */
  public DeviceReport setPods(String pods) {
    byte[] podsText = Frame.utf8(pods);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_device_report_set_pods(at, podsText, f.error()));
      return this;
    }
  }

  /**
   * {@link #setPods(String)} of a document's bytes, in UTF-8.
   *
   * @param pods the pods; may be null
   * @return this object
   */
  public DeviceReport setPods(byte[] pods) {
    byte[] podsText = pods;
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_device_report_set_pods(at, podsText, f.error()));
      return this;
    }
  }

  /**
   * Writes the Device object (scheduling.koordinator.sh/v1alpha1) of a machine, ready for "kubectl
   * apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
   * NUMA node and PCIe switch. docs/operate/devices-report.md lists the source of each field. The
   * sources in the report's flags are read on the machine that the program runs on, so {@code
   * topology} must be that machine's. A GPU that fails is reported as unhealthy, with a warning to
   * the report's log; other GPUs are not affected.
   *
   * @param topology the topology
   * @param nodeName the node name
   * @return the document
   * @throws KoordException.Invalid node_name is no DNS-1123 subdomain
   * @throws KoordException.Io the library named by a path does not load; the driver does not answer
   * @throws KoordException.Unsupported driver and library do not match
   * @throws KoordException.Corrupt the driver's answers are inconsistent: the message names GPU and
   *     field
   * @throws KoordException.Limit over 64 GPUs
   */
  public String toJson(Topology topology, String nodeName) {
    byte[] nodeNameText = Frame.utf8("nodeName", nodeName);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long topologyAt = f.read("topology", topology);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_device_report_to_json(at, topologyAt, nodeNameText,
          documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }
}
