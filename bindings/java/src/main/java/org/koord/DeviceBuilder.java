package org.koord;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Puts the Device object of a node of a {@link Cluster} or {@link Agent} together without JSON. What is
 * not said is as in an object that does not state it. Setters return this object. Not safe for use by
 * several threads.
 */
public final class DeviceBuilder {
  /** What of a device is a number. */
  private static final class Device {
    private int flags;
    private int minor;
    private int module;
    private int socket = -1;
    private int numaNode = -1;

    int add(Frame f, long builder) {
      Memory spec = f.struct(KoordRaw.koord_device_spec_size);
      spec.put(flags).put(minor).put(module).put(socket).put(numaNode);
      return KoordRaw.koord_device_builder_add_device(builder, spec.address(), 0, f.error());
    }
  }

  private final Steps steps = new Steps();
  private final List<Device> devices = new ArrayList<>();
  private int groups;

  /** Of the node of this name, which must not be empty. */
  public DeviceBuilder(String name) {
    byte[] bytes = Frame.utf8("name", name);
    steps.add((f, b) -> KoordRaw.koord_device_builder_set_name(b, bytes, f.error()));
  }

  /** A label of the object. */
  public DeviceBuilder label(String key, String value) {
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_device_builder_set_label(b, name, text, f.error()));
    return this;
  }

  /** An annotation of the object. */
  public DeviceBuilder annotation(String key, String value) {
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_device_builder_set_annotation(b, name, text, f.error()));
    return this;
  }

  /** A device, "gpu", "rdma", "fpga" or any other, healthy; what follows is of it. */
  public DeviceBuilder device(String type, int minor) {
    Device device = new Device();
    device.minor = minor;
    device.flags = KoordRaw.KOORD_DEVICE_HEALTHY;
    devices.add(device);
    steps.add(device::add);
    return text("type", KoordRaw.KOORD_DEVICE_TEXT_TYPE, type);
  }

  private int last() {
    if (devices.isEmpty()) {
      throw new IllegalStateException("the object has no device yet");
    }
    return devices.size() - 1;
  }

  private Device lastDevice() {
    return devices.get(last());
  }

  private DeviceBuilder text(String name, int which, String value) {
    int device = last();
    byte[] bytes = Frame.utf8(name, value);
    steps.add(
        (f, b) -> KoordRaw.koord_device_builder_set_device_text(b, device, which, bytes, f.error()));
    return this;
  }

  /** Its id: "GPU-...", or a bus id. */
  public DeviceBuilder id(String value) {
    return text("id", KoordRaw.KOORD_DEVICE_TEXT_ID, value);
  }

  /** Whether it is healthy. */
  public DeviceBuilder healthy(boolean on) {
    Device device = lastDevice();
    device.flags = Coded.with(device.flags, KoordRaw.KOORD_DEVICE_HEALTHY, on);
    return this;
  }

  /** moduleID. */
  public DeviceBuilder module(int value) {
    Device device = lastDevice();
    device.flags |= KoordRaw.KOORD_DEVICE_HAS_MODULE;
    device.module = value;
    return this;
  }

  /** Where it is; -1 and "": not known. A device without a place is on any NUMA node. */
  public DeviceBuilder place(int socket, int numaNode, String pcie, String busId) {
    Device device = lastDevice();
    device.flags |= KoordRaw.KOORD_DEVICE_HAS_TOPOLOGY;
    device.socket = socket;
    device.numaNode = numaNode;
    return text("pcie", KoordRaw.KOORD_DEVICE_TEXT_PCIE, pcie)
        .text("busId", KoordRaw.KOORD_DEVICE_TEXT_BUS_ID, busId);
  }

  /** A label of the last device. */
  public DeviceBuilder deviceLabel(String key, String value) {
    int device = last();
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add(
        (f, b) -> KoordRaw.koord_device_builder_set_device_label(b, device, name, text, f.error()));
    return this;
  }

  /** What the last device has of a resource. */
  public DeviceBuilder amount(String resource, long amount) {
    int device = last();
    byte[] name = Frame.utf8("resource", resource);
    steps.add(
        (f, b) -> KoordRaw.koord_device_builder_set_resource(b, device, name, amount, f.error()));
    return this;
  }

  /** A group of virtual functions of the last device; labels and functions that follow are its own. */
  public DeviceBuilder vfGroup() {
    int device = last();
    steps.add((f, b) -> KoordRaw.koord_device_builder_add_vf_group(b, device, 0, f.error()));
    groups++;
    return this;
  }

  private int lastGroup() {
    if (groups == 0) {
      throw new IllegalStateException("the object has no group of virtual functions yet");
    }
    return groups - 1;
  }

  /** A label of the last group. */
  public DeviceBuilder vfLabel(String key, String value) {
    int group = lastGroup();
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_device_builder_set_vf_label(b, group, name, text, f.error()));
    return this;
  }

  /** A virtual function of the last group; minor -1: none. */
  public DeviceBuilder vf(int minor, String busId) {
    int group = lastGroup();
    byte[] text = Frame.utf8("busId", busId);
    steps.add((f, b) -> KoordRaw.koord_device_builder_add_vf(b, group, minor, text, f.error()));
    return this;
  }

  <T> T use(Frame f, Steps.Use<T> use) {
    Objects.requireNonNull(use);
    return steps.run(
        f, KoordRaw::koord_device_builder_new, KoordRaw::koord_device_builder_free, use);
  }
}
