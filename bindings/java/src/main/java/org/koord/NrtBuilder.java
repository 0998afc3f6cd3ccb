package org.koord;

import java.util.Objects;

/**
 * Puts the NodeResourceTopology of a node of a {@link Cluster} together without JSON. What is not said
 * is as in an object that does not state it. Policies, CPUs and a machine that are given here count
 * where no annotation, attribute or policy says them. Setters return this object. Not safe for use by
 * several threads.
 */
public final class NrtBuilder {
  private final Steps steps = new Steps();
  private int flags;
  private NumaPolicy numaPolicy = NumaPolicy.UNSET;
  private int zones;

  /** Of the node of this name, which must not be empty. */
  public NrtBuilder(String name) {
    byte[] bytes = Frame.utf8("name", name);
    steps.add((f, b) -> KoordRaw.koord_nrt_builder_set_name(b, bytes, f.error()));
  }

  /** An annotation. */
  public NrtBuilder annotation(String key, String value) {
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_nrt_builder_set_annotation(b, name, text, f.error()));
    return this;
  }

  /** One more of topologyPolicies. */
  public NrtBuilder policy(String policy) {
    byte[] text = Frame.utf8("policy", policy);
    steps.add((f, b) -> KoordRaw.koord_nrt_builder_add_policy(b, text, f.error()));
    return this;
  }

  /** One more of attributes. */
  public NrtBuilder attribute(String attribute, String value) {
    byte[] name = Frame.utf8("attribute", attribute);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_nrt_builder_add_attribute(b, name, text, f.error()));
    return this;
  }

  /** The zone of a NUMA node, "node-0"; amounts and costs that follow are its own. */
  public NrtBuilder zone(String zone) {
    return zone(zone, "Node");
  }

  /** A zone of any type; amounts and costs that follow are its own. */
  public NrtBuilder zone(String zone, String type) {
    byte[] name = Frame.utf8("zone", zone);
    byte[] kind = Frame.utf8("type", type);
    steps.add((f, b) -> KoordRaw.koord_nrt_builder_add_zone(b, name, kind, 0, f.error()));
    zones++;
    return this;
  }

  private int last() {
    if (zones == 0) {
      throw new IllegalStateException("the object has no zone yet");
    }
    return zones - 1;
  }

  /** What the last zone has of a resource: milli-CPU for "cpu", bytes or units for all others. */
  public NrtBuilder amount(String resource, long amount) {
    return amount(resource, amount, amount, amount);
  }

  /** The same by capacity, allocatable and available; negative: not stated. */
  public NrtBuilder amount(String resource, long capacity, long allocatable, long available) {
    int zone = last();
    byte[] name = Frame.utf8("resource", resource);
    steps.add(
        (f, b) ->
            KoordRaw.koord_nrt_builder_add_resource(
                b, zone, name, capacity, allocatable, available, f.error()));
    return this;
  }

  /** The distance of the last zone to another. */
  public NrtBuilder cost(String other, int value) {
    int zone = last();
    byte[] name = Frame.utf8("other", other);
    int cost = Frame.count("value", value);
    steps.add((f, b) -> KoordRaw.koord_nrt_builder_add_cost(b, zone, name, cost, f.error()));
    return this;
  }

  /** The machine; the caller keeps it, and closes it no sooner than the object was taken. */
  public NrtBuilder machine(Topology value) {
    Objects.requireNonNull(value, "machine");
    steps.add((f, b) -> KoordRaw.koord_nrt_builder_set_topology(b, f.read(value), f.error()));
    return this;
  }

  /** Whether kubelet's CPU manager policy is static. */
  public NrtBuilder kubeletStatic(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_STATIC, on);
    return this;
  }

  /** Whether its option full-pcpus-only is on. */
  public NrtBuilder kubeletFullPcpusOnly(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_FULL_PCPUS_ONLY, on);
    return this;
  }

  /** Whether its option distribute-cpus-across-numa is on. */
  public NrtBuilder kubeletDistribute(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA, on);
    return this;
  }

  /** Kubelet's topology manager policy. */
  public NrtBuilder numaPolicy(NumaPolicy value) {
    numaPolicy = Objects.requireNonNull(value, "numaPolicy");
    return this;
  }

  private NrtBuilder cpus(String name, int which, CpuSet value) {
    Objects.requireNonNull(value, name);
    steps.add(
        (f, b) ->
            KoordRaw.koord_nrt_builder_set_cpus(b, which, f.words(value), Frame.WORDS, f.error()));
    return this;
  }

  /** The CPUs that kubelet reserves. */
  public NrtBuilder reserved(CpuSet value) {
    return cpus("reserved", KoordRaw.KOORD_NRT_CPUSET_RESERVED, value);
  }

  /** The CPUs that kubelet has given to pods of its own. */
  public NrtBuilder held(CpuSet value) {
    return cpus("held", KoordRaw.KOORD_NRT_CPUSET_HELD, value);
  }

  private int setSpec(Frame f, long builder) {
    Memory spec = f.struct(KoordRaw.koord_nrt_spec_size);
    spec.put(flags).put(numaPolicy.code()).put(0);
    return KoordRaw.koord_nrt_builder_set_spec(builder, spec.address(), f.error());
  }

  <T> T use(Frame f, Steps.Use<T> use) {
    return steps.run(
        f,
        KoordRaw::koord_nrt_builder_new,
        KoordRaw::koord_nrt_builder_free,
        b -> {
          f.check(setSpec(f, b));
          return use.of(b);
        });
  }
}
