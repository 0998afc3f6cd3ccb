// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Builds a Device object (scheduling.koordinator.sh) for callers that have it as a typed object. It
 * has every field that docs/reference/objects.md lists. A cluster or an agent reads it as it reads
 * the same object from JSON, with the same results and errors. One builder serves many objects in
 * turn: {@link DeviceBuilder} keeps its memory. Setters require exclusive access. Setting a value
 * again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in an object. Setters
 * return this object. Calls that take it read its current values. Not safe for use by several
 * threads while it is being changed.
 */
public final class DeviceBuilder extends Steps {
  private int devices;
  private int groups;

  /**
   * Creates an object with no values set except the name.
   *
   * @param name its name, which must not be empty
   */
  public DeviceBuilder(String name) {
    name(name);
  }

  /**
   * Sets the name, which is the node's and must not be empty.
   *
   * @param name the name
   * @return this object
   */
  public DeviceBuilder name(String name) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_name(made, nameText, f.error()));
    return this;
  }

  /**
   * Sets a label of the object.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public DeviceBuilder label(String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_label(made, keyText, valueText, f.error()));
    return this;
  }

  /**
   * Sets an annotation of the object, with its text as Kubernetes stores it. A text that cannot be
   * interpreted is an error of the call that takes the builder.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public DeviceBuilder annotation(String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_annotation(made, keyText, valueText, f.error()));
    return this;
  }

  /**
   * Adds a device (spec.devices). Returns its index.
   *
   * @param spec the spec
   * @return this object
   */
  public DeviceBuilder device(DeviceSpec spec) {
    java.util.Objects.requireNonNull(spec, "spec");
    add(
        (f, made) -> {
          long specAt = DeviceSpec.write(f, java.util.Objects.requireNonNull(spec, "spec"));
          return KoordRaw.koord_device_builder_add_device(made, specAt, 0, f.error());
        });
    devices++;
    return this;
  }

  /**
   * "gpu", "rdma", "fpga" or any other; must not be empty.
   *
   * @param device the device
   * @param text the text
   * @return this object
   */
  public DeviceBuilder type(int device, String text) {
    byte[] textText = Frame.utf8("type", text);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_device_text(
                made, device, KoordRaw.KOORD_DEVICE_TEXT_TYPE, textText, f.error()));
    return this;
  }

  /**
   * Sets one text of a device.
   *
   * @param text the text
   * @return this object
   */
  public DeviceBuilder type(String text) {
    return type(last("device", devices), text);
  }

  /**
   * Id: "GPU-&lt;uuid&gt;", or a bus id.
   *
   * @param device the device
   * @param text the text
   * @return this object
   */
  public DeviceBuilder id(int device, String text) {
    byte[] textText = Frame.utf8("id", text);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_device_text(
                made, device, KoordRaw.KOORD_DEVICE_TEXT_ID, textText, f.error()));
    return this;
  }

  /**
   * Sets one text of a device.
   *
   * @param text the text
   * @return this object
   */
  public DeviceBuilder id(String text) {
    return id(last("device", devices), text);
  }

  /**
   * topology.pcieID, with {@link DeviceFlag#HAS_TOPOLOGY}.
   *
   * @param device the device
   * @param text the text
   * @return this object
   */
  public DeviceBuilder pcie(int device, String text) {
    byte[] textText = Frame.utf8("pcie", text);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_device_text(
                made, device, KoordRaw.KOORD_DEVICE_TEXT_PCIE, textText, f.error()));
    return this;
  }

  /**
   * Sets one text of a device.
   *
   * @param text the text
   * @return this object
   */
  public DeviceBuilder pcie(String text) {
    return pcie(last("device", devices), text);
  }

  /**
   * topology.busID, with {@link DeviceFlag#HAS_TOPOLOGY}.
   *
   * @param device the device
   * @param text the text
   * @return this object
   */
  public DeviceBuilder busId(int device, String text) {
    byte[] textText = Frame.utf8("busId", text);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_device_text(
                made, device, KoordRaw.KOORD_DEVICE_TEXT_BUS_ID, textText, f.error()));
    return this;
  }

  /**
   * Sets one text of a device.
   *
   * @param text the text
   * @return this object
   */
  public DeviceBuilder busId(String text) {
    return busId(last("device", devices), text);
  }

  /**
   * Sets a label of a device.
   *
   * @param device the device
   * @param key the key
   * @param value the value
   * @return this object
   */
  public DeviceBuilder deviceLabel(int device, String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_device_label(
                made, device, keyText, valueText, f.error()));
    return this;
  }

  /**
   * Sets a label of a device.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public DeviceBuilder deviceLabel(String key, String value) {
    return deviceLabel(last("device", devices), key, value);
  }

  /**
   * Sets the amount that a device has of a resource, in the unit of the resource: percent, bytes.
   * The name must not be empty. Names published earlier are read as the current ones
   * (docs/reference/objects.md).
   *
   * @param device the device
   * @param name the name
   * @param amount the amount
   * @return this object
   */
  public DeviceBuilder resource(int device, String name, long amount) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_resource(made, device, nameText, amount, f.error()));
    return this;
  }

  /**
   * Sets the amount that a device has of a resource, in the unit of the resource: percent, bytes.
   * The name must not be empty. Names published earlier are read as the current ones
   * (docs/reference/objects.md).
   *
   * @param name the name
   * @param amount the amount
   * @return this object
   */
  public DeviceBuilder resource(String name, long amount) {
    return resource(last("device", devices), name, amount);
  }

  /**
   * Adds a group of virtual functions (vfGroups) to a device. Returns its index among the groups of
   * all devices.
   *
   * @param device the device
   * @return this object
   */
  public DeviceBuilder vfGroup(int device) {
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_add_vf_group(made, device, 0, f.error()));
    groups++;
    return this;
  }

  /**
   * Adds a group of virtual functions (vfGroups) to a device. Returns its index among the groups of
   * all devices.
   *
   * @return this object
   */
  public DeviceBuilder vfGroup() {
    return vfGroup(last("device", devices));
  }

  /**
   * Sets a label of a group of virtual functions.
   *
   * @param group the group
   * @param key the key
   * @param value the value
   * @return this object
   */
  public DeviceBuilder vfLabel(int group, String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_set_vf_label(made, group, keyText, valueText, f.error()));
    return this;
  }

  /**
   * Sets a label of a group of virtual functions.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public DeviceBuilder vfLabel(String key, String value) {
    return vfLabel(last("group", groups), key, value);
  }

  /**
   * Adds a virtual function to a group; {@code minor} -1: none.
   *
   * @param group the group
   * @param minor the minor
   * @param busId the bus id
   * @return this object
   */
  public DeviceBuilder vf(int group, int minor, String busId) {
    byte[] busIdText = Frame.utf8("busId", busId);
    add(
        (f, made) ->
            KoordRaw.koord_device_builder_add_vf(made, group, minor, busIdText, f.error()));
    return this;
  }

  /**
   * Adds a virtual function to a group; {@code minor} -1: none.
   *
   * @param minor the minor
   * @param busId the bus id
   * @return this object
   */
  public DeviceBuilder vf(int minor, String busId) {
    return vf(last("group", groups), minor, busId);
  }

  @Override
  final long make(Frame f) {
    Memory deviceBuilderOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_device_builder_new(deviceBuilderOut.address(), f.error()));
    return deviceBuilderOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_device_builder_free(made);
  }
}
