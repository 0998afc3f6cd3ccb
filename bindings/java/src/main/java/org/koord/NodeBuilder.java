package org.koord;

import java.util.Objects;

/**
 * Puts a node of a {@link Cluster} or {@link Agent} together without JSON. What is not said is as in a
 * node that does not state it; what is said again is replaced. Policies, amounts and CPUs that are
 * numbers here count where no label or annotation says them. Setters return this object. Not safe for
 * use by several threads.
 */
public final class NodeBuilder {
  private final Steps steps = new Steps();
  private int flags;
  private BindPolicy bindPolicy = BindPolicy.DEFAULT;
  private NumaStrategy strategy = NumaStrategy.DEFAULT;
  private NumaPolicy numaPolicy = NumaPolicy.UNSET;
  private int cpuAmplificationPercent;

  /** A node of this name, which must not be empty. */
  public NodeBuilder(String name) {
    text("name", KoordRaw.KOORD_NODE_TEXT_NAME, name);
  }

  private NodeBuilder text(String name, int which, String value) {
    byte[] bytes = Frame.utf8(name, value);
    steps.add((f, b) -> KoordRaw.koord_node_builder_set_text(b, which, bytes, f.error()));
    return this;
  }

  /** A label. */
  public NodeBuilder label(String key, String value) {
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_node_builder_set_label(b, name, text, f.error()));
    return this;
  }

  /** An annotation. */
  public NodeBuilder annotation(String key, String value) {
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_node_builder_set_annotation(b, name, text, f.error()));
    return this;
  }

  /** spec.unschedulable. */
  public NodeBuilder unschedulable(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_UNSCHEDULABLE, on);
    return this;
  }

  /** Whether other pods may have the CPUs of system QoS, too. */
  public NodeBuilder systemCpusShared(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_SYSTEM_CPUS_SHARED, on);
    return this;
  }

  /** Its CPU bind policy. */
  public NodeBuilder bindPolicy(BindPolicy value) {
    bindPolicy = Objects.requireNonNull(value, "bindPolicy");
    return this;
  }

  /** Its numa-allocate-strategy. */
  public NodeBuilder strategy(NumaStrategy value) {
    strategy = Objects.requireNonNull(value, "strategy");
    return this;
  }

  /** Its NUMA topology policy. */
  public NodeBuilder numaPolicy(NumaPolicy value) {
    numaPolicy = Objects.requireNonNull(value, "numaPolicy");
    return this;
  }

  /** "amd64", "arm64"; "": unknown. */
  public NodeBuilder architecture(String value) {
    return text("architecture", KoordRaw.KOORD_NODE_TEXT_ARCHITECTURE, value);
  }

  /** 150: the node sells 3 CPUs for 2; 0: 100. */
  public NodeBuilder cpuAmplificationPercent(int value) {
    cpuAmplificationPercent = Frame.count("cpuAmplificationPercent", value);
    return this;
  }

  private NodeBuilder cpus(String name, int which, CpuSet value) {
    Objects.requireNonNull(value, name);
    steps.add(
        (f, b) ->
            KoordRaw.koord_node_builder_set_cpus(b, which, f.words(value), Frame.WORDS, f.error()));
    return this;
  }

  /** CPUs kept from pods. */
  public NodeBuilder reserved(CpuSet value) {
    return cpus("reserved", KoordRaw.KOORD_NODE_CPUSET_RESERVED, value);
  }

  /** CPUs of system QoS. */
  public NodeBuilder system(CpuSet value) {
    return cpus("system", KoordRaw.KOORD_NODE_CPUSET_SYSTEM, value);
  }

  /** What is allocatable of a resource: milli-CPU for "cpu", bytes or units for all others. */
  public NodeBuilder amount(String resource, long amount) {
    return amount(resource, amount, 0);
  }

  /** The same with what is kept of it from pods. */
  public NodeBuilder amount(String resource, long amount, long reservedAmount) {
    byte[] name = Frame.utf8("resource", resource);
    steps.add(
        (f, b) ->
            KoordRaw.koord_node_builder_set_resource(b, name, amount, reservedAmount, f.error()));
    return this;
  }

  private int setSpec(Frame f, long builder) {
    Memory spec = f.struct(KoordRaw.koord_node_spec_size);
    spec.put(flags).put(bindPolicy.code()).put(strategy.code()).put(numaPolicy.code());
    spec.put(cpuAmplificationPercent);
    return KoordRaw.koord_node_builder_set_spec(builder, spec.address(), f.error());
  }

  <T> T use(Frame f, Steps.Use<T> use) {
    return steps.run(
        f,
        KoordRaw::koord_node_builder_new,
        KoordRaw::koord_node_builder_free,
        b -> {
          f.check(setSpec(f, b));
          return use.of(b);
        });
  }
}
