// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Builds a NodeResourceTopology for callers that have it as a typed object. It has every field that
 * docs/reference/objects.md lists. A cluster reads it as it reads the same object from JSON, with
 * the same results and errors. One builder serves many objects in turn: {@link NrtBuilder} keeps
 * its memory. Setters require exclusive access. Texts are UTF-8 without NUL, at most 16 MiB of them
 * in an object. Setters return this object. Calls that take it read its current values. Not safe
 * for use by several threads while it is being changed.
 */
abstract class NrtBuilderCalls extends Steps {
  private NrtSpec spec = new NrtSpec();
  private int zones;

  /**
   * Creates an object with no values set except the name.
   *
   * @param name its name, which must not be empty
   */
  NrtBuilderCalls(String name) {
    name(name);
  }

  /**
   * Sets the name, which is the node's and must not be empty.
   *
   * @param name the name
   * @return this object
   */
  public NrtBuilder name(String name) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_nrt_builder_set_name(made, nameText, f.error()));
    return (NrtBuilder) this;
  }

  /**
   * Sets an annotation, with its text as Kubernetes stores it. Setting it again replaces it. A text
   * that cannot be interpreted is an error of the call that takes the builder.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public NrtBuilder annotation(String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_nrt_builder_set_annotation(made, keyText, valueText, f.error()));
    return (NrtBuilder) this;
  }

  /**
   * Adds an item to topologyPolicies.
   *
   * @param policy the policy
   * @return this object
   */
  public NrtBuilder policy(String policy) {
    byte[] policyText = Frame.utf8("policy", policy);
    add(
        (f, made) ->
            KoordRaw.koord_nrt_builder_add_policy(made, policyText, f.error()));
    return (NrtBuilder) this;
  }

  /**
   * Adds an item to attributes.
   *
   * @param name the name
   * @param value the value
   * @return this object
   */
  public NrtBuilder attribute(String name, String value) {
    byte[] nameText = Frame.utf8("name", name);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_nrt_builder_add_attribute(made, nameText, valueText, f.error()));
    return (NrtBuilder) this;
  }

  /**
   * Adds a zone. A {@code type} of null is "Node". Returns its index.
   *
   * @param name the name
   * @param type the type; may be null
   * @return this object
   */
  public NrtBuilder zone(String name, String type) {
    byte[] nameText = Frame.utf8("name", name);
    byte[] typeText = Frame.utf8(type);
    add(
        (f, made) ->
            KoordRaw.koord_nrt_builder_add_zone(made, nameText, typeText, 0, f.error()));
    zones++;
    return (NrtBuilder) this;
  }

  /**
   * Adds a resource to a zone: milli-CPU for "cpu", bytes or units for all others; negative: not
   * stated.
   *
   * @param zone the zone
   * @param name the name
   * @param capacity the capacity
   * @param allocatable the allocatable
   * @param available the available
   * @return this object
   */
  public NrtBuilder resource(
      int zone, String name, long capacity, long allocatable, long available) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_nrt_builder_add_resource(
                made, zone, nameText, capacity, allocatable, available, f.error()));
    return (NrtBuilder) this;
  }

  /**
   * Adds a resource to a zone: milli-CPU for "cpu", bytes or units for all others; negative: not
   * stated.
   *
   * @param name the name
   * @param capacity the capacity
   * @param allocatable the allocatable
   * @param available the available
   * @return this object
   */
  public NrtBuilder resource(String name, long capacity, long allocatable, long available) {
    return resource(last("zone", zones), name, capacity, allocatable, available);
  }

  /**
   * Adds a cost to a zone: its distance to the zone {@code name}.
   *
   * @param zone the zone
   * @param name the name
   * @param value the value
   * @return this object
   */
  public NrtBuilder cost(int zone, String name, int value) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_nrt_builder_add_cost(
                made, zone, nameText, Frame.count("value", value), f.error()));
    return (NrtBuilder) this;
  }

  /**
   * Adds a cost to a zone: its distance to the zone {@code name}.
   *
   * @param name the name
   * @param value the value
   * @return this object
   */
  public NrtBuilder cost(String name, int value) {
    return cost(last("zone", zones), name, value);
  }

  /**
   * Sets all of them at once.
   *
   * @param value the new values
   * @return this object
   */
  public NrtBuilder spec(NrtSpec value) {
    spec = java.util.Objects.requireNonNull(value, "spec");
    return (NrtBuilder) this;
  }

  /**
   * CPU manager policy static.
   *
   * @param on the new value
   * @return this object
   */
  public NrtBuilder kubeletStatic(boolean on) {
    return spec(spec.kubeletStatic(on));
  }

  /**
   * Its option full-pcpus-only.
   *
   * @param on the new value
   * @return this object
   */
  public NrtBuilder fullPcpusOnly(boolean on) {
    return spec(spec.fullPcpusOnly(on));
  }

  /**
   * Its option distribute-cpus-across-numa.
   *
   * @param on the new value
   * @return this object
   */
  public NrtBuilder distributeCpusAcrossNuma(boolean on) {
    return spec(spec.distributeCpusAcrossNuma(on));
  }

  /**
   * Kubelet's topology manager policy.
   *
   * @param value the new value
   * @return this object
   */
  public NrtBuilder numaPolicy(NumaPolicy value) {
    return spec(spec.numaPolicy(value));
  }

  /**
   * Sets the machine, for hosts that have it as a topology: the annotation cpu-topology overrides
   * it. The builder takes a reference; nodes of one kind may share a topology. null: its CPUs are
   * not known.
   *
   * @param machine the machine; may be null
   * @return this object
   */
  public NrtBuilder topology(Topology machine) {
    add(
        (f, made) -> {
          long machineAt = f.read(machine);
          return KoordRaw.koord_nrt_builder_set_topology(made, machineAt, f.error());
        });
    return (NrtBuilder) this;
  }

  /**
   * Reserved by kubelet: never exclusive under any of its policies, and part of the shared pool.
   *
   * @param cpus the cpus
   * @return this object
   */
  public NrtBuilder reserved(CpuSet cpus) {
    java.util.Objects.requireNonNull(cpus, "reserved");
    add(
        (f, made) -> {
          long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
          return KoordRaw.koord_nrt_builder_set_cpus(
              made, KoordRaw.KOORD_NRT_CPUSET_RESERVED, cpusAt, Frame.WORDS, f.error());
        });
    return (NrtBuilder) this;
  }

  /**
   * Allocated exclusively by kubelet: not part of the shared pool.
   *
   * @param cpus the cpus
   * @return this object
   */
  public NrtBuilder held(CpuSet cpus) {
    java.util.Objects.requireNonNull(cpus, "held");
    add(
        (f, made) -> {
          long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
          return KoordRaw.koord_nrt_builder_set_cpus(
              made, KoordRaw.KOORD_NRT_CPUSET_HELD, cpusAt, Frame.WORDS, f.error());
        });
    return (NrtBuilder) this;
  }

  @Override
  final long make(Frame f) {
    Memory nrtBuilderOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_nrt_builder_new(nrtBuilderOut.address(), f.error()));
    return nrtBuilderOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_nrt_builder_free(made);
  }

  @Override
  final void finish(Frame f, long made) {
    f.check(KoordRaw.koord_nrt_builder_set_spec(made, NrtSpec.write(f, spec), f.error()));
  }
}
