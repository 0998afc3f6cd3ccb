// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Builds a Node (v1) for callers that have it as a typed object. It has every field that
 * docs/reference/objects.md lists. A cluster or an agent reads it as it reads the same node from
 * JSON, with the same results and errors. One builder serves many nodes in turn: {@link
 * NodeBuilder} keeps its memory. Setters require exclusive access. Setting a value again replaces
 * it. Texts are UTF-8 without NUL, at most 4 MiB of them in a node. Setters return this object.
 * Calls that take it read its current values. Not safe for use by several threads while it is being
 * changed.
 */
abstract class NodeBuilderCalls extends Steps {
  private NodeSpec spec = new NodeSpec();

  /**
   * Creates an object with no values set except the name.
   *
   * @param name its name, which must not be empty
   */
  NodeBuilderCalls(String name) {
    name(name);
  }

  /**
   * Must not be empty.
   *
   * @param text the text
   * @return this object
   */
  public NodeBuilder name(String text) {
    byte[] textText = Frame.utf8("name", text);
    add(
        (f, made) ->
            KoordRaw.koord_node_builder_set_text(
                made, KoordRaw.KOORD_NODE_TEXT_NAME, textText, f.error()));
    return (NodeBuilder) this;
  }

  /**
   * status.nodeInfo.architecture: "amd64", "arm64".
   *
   * @param text the text
   * @return this object
   */
  public NodeBuilder architecture(String text) {
    byte[] textText = Frame.utf8("architecture", text);
    add(
        (f, made) ->
            KoordRaw.koord_node_builder_set_text(
                made, KoordRaw.KOORD_NODE_TEXT_ARCHITECTURE, textText, f.error()));
    return (NodeBuilder) this;
  }

  /**
   * status.nodeInfo.kubeletVersion: "v1.37.2".
   *
   * @param text the text
   * @return this object
   */
  public NodeBuilder kubeletVersion(String text) {
    byte[] textText = Frame.utf8("kubeletVersion", text);
    add(
        (f, made) ->
            KoordRaw.koord_node_builder_set_text(
                made, KoordRaw.KOORD_NODE_TEXT_KUBELET_VERSION, textText, f.error()));
    return (NodeBuilder) this;
  }

  /**
   * Sets a label. A value that cannot be interpreted is an error of the call that takes the
   * builder.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public NodeBuilder label(String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_node_builder_set_label(made, keyText, valueText, f.error()));
    return (NodeBuilder) this;
  }

  /**
   * Sets an annotation, with its text as Kubernetes stores it. Errors: as {@link
   * NodeBuilder#label}.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public NodeBuilder annotation(String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_node_builder_set_annotation(made, keyText, valueText, f.error()));
    return (NodeBuilder) this;
  }

  /**
   * Sets all of them at once.
   *
   * @param value the new values
   * @return this object
   */
  public NodeBuilder spec(NodeSpec value) {
    spec = java.util.Objects.requireNonNull(value, "spec");
    return (NodeBuilder) this;
  }

  /**
   * spec.unschedulable.
   *
   * @param on the new value
   * @return this object
   */
  public NodeBuilder unschedulable(boolean on) {
    return spec(spec.unschedulable(on));
  }

  /**
   * Other pods may use the CPUs of system QoS, too.
   *
   * @param on the new value
   * @return this object
   */
  public NodeBuilder systemCpusShared(boolean on) {
    return spec(spec.systemCpusShared(on));
  }

  /**
   * Bind policy.
   *
   * @param value the new value
   * @return this object
   */
  public NodeBuilder bindPolicy(BindPolicy value) {
    return spec(spec.bindPolicy(value));
  }

  /**
   * numa-allocate-strategy.
   *
   * @param value the new value
   * @return this object
   */
  public NodeBuilder strategy(NumaStrategy value) {
    return spec(spec.strategy(value));
  }

  /**
   * Numa policy.
   *
   * @param value the new value
   * @return this object
   */
  public NodeBuilder numaPolicy(NumaPolicy value) {
    return spec(spec.numaPolicy(value));
  }

  /**
   * 150: 2 CPUs count as 3; 0: 100.
   *
   * @param value the new value
   * @return this object
   */
  public NodeBuilder cpuAmplificationPercent(int value) {
    return spec(spec.cpuAmplificationPercent(value));
  }

  /**
   * Sets the allocatable amount of a resource (status.allocatable): milli-CPU for "cpu", bytes or
   * units for all others. The name must not be empty. {@code reserved} is the part of it that pods
   * cannot use, for hosts without the annotation reservation, which overrides it; else 0.
   *
   * @param name the name
   * @param allocatable the allocatable
   * @param reserved the reserved
   * @return this object
   */
  public NodeBuilder resource(String name, long allocatable, long reserved) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_node_builder_set_resource(
                made, nameText, allocatable, reserved, f.error()));
    return (NodeBuilder) this;
  }

  /**
   * Not for pods, as by the annotation reservation.
   *
   * @param cpus the cpus
   * @return this object
   */
  public NodeBuilder reserved(CpuSet cpus) {
    java.util.Objects.requireNonNull(cpus, "reserved");
    add(
        (f, made) -> {
          long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
          return KoordRaw.koord_node_builder_set_cpus(
              made, KoordRaw.KOORD_NODE_CPUSET_RESERVED, cpusAt, Frame.WORDS, f.error());
        });
    return (NodeBuilder) this;
  }

  /**
   * CPUs of system QoS (annotation system-qos-resource).
   *
   * @param cpus the cpus
   * @return this object
   */
  public NodeBuilder system(CpuSet cpus) {
    java.util.Objects.requireNonNull(cpus, "system");
    add(
        (f, made) -> {
          long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
          return KoordRaw.koord_node_builder_set_cpus(
              made, KoordRaw.KOORD_NODE_CPUSET_SYSTEM, cpusAt, Frame.WORDS, f.error());
        });
    return (NodeBuilder) this;
  }

  @Override
  final long make(Frame f) {
    Memory nodeBuilderOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_node_builder_new(nodeBuilderOut.address(), f.error()));
    return nodeBuilderOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_node_builder_free(made);
  }

  @Override
  final void finish(Frame f, long made) {
    f.check(KoordRaw.koord_node_builder_set_spec(made, NodeSpec.write(f, spec), f.error()));
  }
}
