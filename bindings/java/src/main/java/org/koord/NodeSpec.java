package org.koord;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A node of a {@link Cluster} without JSON. What is not said is as in a node that does not state it.
 * Setters return this object. Not safe for use by several threads while it is being set.
 */
public final class NodeSpec {
  private final String name;
  private int flags;
  private BindPolicy bindPolicy = BindPolicy.DEFAULT;
  private NumaStrategy strategy = NumaStrategy.DEFAULT;
  private NumaPolicy numaPolicy = NumaPolicy.UNSET;
  private String architecture = "";
  private int cpuAmplificationPercent;
  private CpuSet reserved;
  private CpuSet system;
  private final List<Amount> amounts = new ArrayList<>();

  /** A node of this name, which must not be empty. */
  public NodeSpec(String name) {
    this.name = Objects.requireNonNull(name, "name");
  }

  /** spec.unschedulable. */
  public NodeSpec unschedulable(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_UNSCHEDULABLE, on);
    return this;
  }

  /** Whether other pods may have the CPUs of system QoS, too. */
  public NodeSpec systemCpusShared(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_SYSTEM_CPUS_SHARED, on);
    return this;
  }

  /** Its CPU bind policy. */
  public NodeSpec bindPolicy(BindPolicy value) {
    bindPolicy = Objects.requireNonNull(value, "bindPolicy");
    return this;
  }

  /** Its numa-allocate-strategy. */
  public NodeSpec strategy(NumaStrategy value) {
    strategy = Objects.requireNonNull(value, "strategy");
    return this;
  }

  /** Its NUMA topology policy. */
  public NodeSpec numaPolicy(NumaPolicy value) {
    numaPolicy = Objects.requireNonNull(value, "numaPolicy");
    return this;
  }

  /** "amd64", "arm64"; "": unknown. */
  public NodeSpec architecture(String value) {
    architecture = value;
    return this;
  }

  /** 150: the node sells 3 CPUs for 2; 0: 100. */
  public NodeSpec cpuAmplificationPercent(int value) {
    cpuAmplificationPercent = Frame.count("cpuAmplificationPercent", value);
    return this;
  }

  /** CPUs kept from pods; null: none. */
  public NodeSpec reserved(CpuSet value) {
    reserved = value;
    return this;
  }

  /** CPUs of system QoS; null: none. */
  public NodeSpec system(CpuSet value) {
    system = value;
    return this;
  }

  /** What is allocatable of a resource: milli-CPU for "cpu", bytes or units for all others. */
  public NodeSpec amount(String resource, long amount) {
    amounts.add(new Amount(resource, amount, 0, 0));
    return this;
  }

  /** The same with what is kept of it from pods. */
  public NodeSpec amount(String resource, long amount, long reservedAmount) {
    amounts.add(new Amount(resource, amount, reservedAmount, 0));
    return this;
  }

  int set(Frame f, long cluster, long id) {
    Texts texts = new Texts();
    Memory spec = f.struct(KoordRaw.koord_node_spec_size);
    spec.put(flags).put(bindPolicy.code()).put(strategy.code()).put(numaPolicy.code());
    texts.put(spec, name);
    texts.put(spec, architecture);
    spec.put(cpuAmplificationPercent);
    int size = KoordRaw.koord_amount_size;
    Memory rows = f.bytes((long) size * amounts.size());
    amounts.forEach(amount -> amount.write(rows, texts));
    return KoordRaw.koord_cluster_set_node_struct(
        cluster, spec.address(), texts.bytes(), rows.address(), size, amounts.size(),
        f.words(reserved), f.words(system), Frame.WORDS, id, f.error());
  }
}
