// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A kubelet's configuration, its state files, what device plugins report and the containers on its
 * node: an input of {@link Kubelet#create}, {@link Topology#toNrt}, {@link Agent#setKubelet} and
 * the functions that check and repair kubelet's files. They read it and keep no reference. A setup
 * in which nothing is set means kubelet's defaults, and no files. Setters return this object. Calls
 * that take it read its current values. Not safe for use by several threads while it is being
 * changed.
 */
public final class KubeletSetup extends Steps {
  private final Context context;

  /**
   * Creates an object with no values set.
   *
   * @param context receives diagnostics; may be null
   */
  public KubeletSetup(Context context) {
    this.context = context;
  }

  /** Creates an object with null for context. */
  public KubeletSetup() {
    this(null);
  }

  /**
   * Sets the version of kubelet, for the calls that use the setup: how it decides, which files it
   * reads and which it writes. Not set: DEFAULT.
   *
   * @param version the version
   * @return this object
   */
  public KubeletSetup version(KubeletVersion version) {
    int versionCode = Coded.code("version", version);
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_version(made, versionCode, f.error()));
    return this;
  }

  /**
   * Sets the configuration: a KubeletConfiguration or the response of /configz (JSON; "": kubelet's
   * defaults). Fields that are odd but usable give diagnostics.
   *
   * @param kubeletConfig the kubelet config
   * @return this object
   */
  public KubeletSetup config(String kubeletConfig) {
    byte[] kubeletConfigText = Frame.utf8("kubeletConfig", kubeletConfig);
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_config(made, kubeletConfigText, f.error()));
    return this;
  }

  /**
   * {@link #config(String)} of a document's bytes, which may be no text.
   *
   * @param kubeletConfig the kubelet config
   * @return this object
   */
  public KubeletSetup config(byte[] kubeletConfig) {
    byte[] kubeletConfigText = java.util.Objects.requireNonNull(kubeletConfig, "kubeletConfig");
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_config(made, kubeletConfigText, f.error()));
    return this;
  }

  /**
   * Sets the text of cpu_manager_state. It is copied; the calls that use the setup parse it and
   * report what is wrong in it. Not set: there is no such file. "": the file is empty. For {@link
   * Kubelet#check} and {@link Kubelet#repairCpus} an empty file is damage that stops kubelet; all
   * other calls treat it as no file. Calls that parse it return LIMIT for more than 2^20 values in
   * maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods.
   *
   * @param cpuState the cpu state
   * @return this object
   */
  public KubeletSetup cpuState(String cpuState) {
    byte[] cpuStateText = Frame.utf8("cpuState", cpuState);
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_cpu_state(made, cpuStateText, f.error()));
    return this;
  }

  /**
   * {@link #cpuState(String)} of a document's bytes, which may be no text.
   *
   * @param cpuState the cpu state
   * @return this object
   */
  public KubeletSetup cpuState(byte[] cpuState) {
    byte[] cpuStateText = java.util.Objects.requireNonNull(cpuState, "cpuState");
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_cpu_state(made, cpuStateText, f.error()));
    return this;
  }

  /**
   * Sets the text of memory_manager_state, likewise. For {@link Kubelet#check} and {@link
   * Kubelet#repairMemory} an empty file is damage; {@link Kubelet#create} treats it as no file;
   * other calls do not read it. Calls that parse it return LIMIT for more than 2^20 values in maps
   * and lists.
   *
   * @param memoryState the memory state
   * @return this object
   */
  public KubeletSetup memoryState(String memoryState) {
    byte[] memoryStateText = Frame.utf8("memoryState", memoryState);
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_memory_state(made, memoryStateText, f.error()));
    return this;
  }

  /**
   * {@link #memoryState(String)} of a document's bytes, which may be no text.
   *
   * @param memoryState the memory state
   * @return this object
   */
  public KubeletSetup memoryState(byte[] memoryState) {
    byte[] memoryStateText = java.util.Objects.requireNonNull(memoryState, "memoryState");
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_memory_state(made, memoryStateText, f.error()));
    return this;
  }

  /**
   * Adds a device that a device plugin reports to kubelet, for {@link Kubelet#create}: the first
   * call adds device 0, the next one device 1. A device that was added twice and nodes that the
   * machine does not have are INVALID to {@link Kubelet#create}, devices of more than 64 resources
   * LIMIT.
   *
   * @param resource the plugin's resource: "nvidia.com/gpu".
   * @param id the plugin's name of the device, unique within the resource.
   * @param numaNodes the nodes that it is near: bit i is row i of {@link Topology#numaNodes}; 0:
   *     not known.
   * @param flags the flags, if any
   * @return this object
   */
  public KubeletSetup device(
      String resource, String id, long numaNodes, PluginDeviceFlag... flags) {
    byte[] resourceText = Frame.utf8("resource", resource);
    byte[] idText = Frame.utf8("id", id);
    int flagsBits = Coded.bits(flags);
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_add_device(
                made, resourceText, idText, numaNodes, flagsBits, f.error()));
    return this;
  }

  /**
   * Sets the text of kubelet_internal_checkpoint: which devices pods have, and which resources had
   * a plugin. For {@link Kubelet#create}, to which a damaged one is INVALID or CORRUPT, where
   * kubelet goes on without it; other calls do not read it. "": there is no such file. Calls that
   * parse it return LIMIT for more than 2^20 values in maps and lists.
   *
   * @param deviceState the device state
   * @return this object
   */
  public KubeletSetup deviceState(String deviceState) {
    byte[] deviceStateText = Frame.utf8("deviceState", deviceState);
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_device_state(made, deviceStateText, f.error()));
    return this;
  }

  /**
   * {@link #deviceState(String)} of a document's bytes, which may be no text.
   *
   * @param deviceState the device state
   * @return this object
   */
  public KubeletSetup deviceState(byte[] deviceState) {
    byte[] deviceStateText = java.util.Objects.requireNonNull(deviceState, "deviceState");
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_set_device_state(made, deviceStateText, f.error()));
    return this;
  }

  /**
   * Adds a pod that is on the node, or one container of it, for calls that check and repair files.
   *
   * @param uid of the pod.
   * @param name of the container; null: only the pod is added.
   * @param id of the container in the runtime; null: not known. Files of version 1 identify
   *     containers by id only. If a container is added again with an id, the last id applies.
   * @return this object
   */
  public KubeletSetup container(String uid, String name, String id) {
    byte[] uidText = Frame.utf8("uid", uid);
    byte[] nameText = Frame.utf8(name);
    byte[] idText = Frame.utf8(id);
    add(
        (f, made) ->
            KoordRaw.koord_kubelet_setup_add_container(made, uidText, nameText, idText, f.error()));
    return this;
  }

  @Override
  final long make(Frame f) {
    long contextAt = f.read(context);
    Memory kubeletSetupOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_kubelet_setup_new(contextAt, kubeletSetupOut.address(), f.error()));
    return kubeletSetupOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_kubelet_setup_free(made);
  }
}
