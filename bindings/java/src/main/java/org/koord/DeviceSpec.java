// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The numbers of a device. Immutable: each setter returns a changed copy. */
public final class DeviceSpec {
  private final int flags;
  private final int minor;
  private final int module;
  private final int socket;
  private final int numaNode;

  /** All defaults. */
  public DeviceSpec() {
    this(0, 0, 0, 0, 0);
  }

  private DeviceSpec(int flags, int minor, int module, int socket, int numaNode) {
    this.flags = flags;
    this.minor = minor;
    this.module = module;
    this.socket = socket;
    this.numaNode = numaNode;
  }

  /**
   * Health.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public DeviceSpec healthy(boolean on) {
    return new DeviceSpec(
        Coded.with(flags, KoordRaw.KOORD_DEVICE_HEALTHY, on), minor, module, socket, numaNode);
  }

  /**
   * {@code module} is stated.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public DeviceSpec hasModule(boolean on) {
    return new DeviceSpec(
        Coded.with(flags, KoordRaw.KOORD_DEVICE_HAS_MODULE, on), minor, module, socket, numaNode);
  }

  /**
   * {@code socket}, {@code numa_node}, PCIe and bus id are stated.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public DeviceSpec hasTopology(boolean on) {
    return new DeviceSpec(
        Coded.with(flags, KoordRaw.KOORD_DEVICE_HAS_TOPOLOGY, on), minor, module, socket, numaNode);
  }

  /**
   * Unique within its type.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DeviceSpec minor(int value) {
    return new DeviceSpec(flags, value, module, socket, numaNode);
  }

  /**
   * moduleID; stated once it is set.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DeviceSpec module(int value) {
    return new DeviceSpec(
        Coded.with(flags, KoordRaw.KOORD_DEVICE_HAS_MODULE, true), minor, value, socket, numaNode);
  }

  /**
   * topology.socketID; -1: any.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DeviceSpec socket(int value) {
    return new DeviceSpec(flags, minor, module, value, numaNode);
  }

  /**
   * topology.nodeID; -1: any.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DeviceSpec numaNode(int value) {
    return new DeviceSpec(flags, minor, module, socket, value);
  }

  static long write(Frame frame, DeviceSpec options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_device_spec_size);
    m.put(options.flags);
    m.put(options.minor);
    m.put(options.module);
    m.put(options.socket);
    m.put(options.numaNode);
    return m.address();
  }
}
