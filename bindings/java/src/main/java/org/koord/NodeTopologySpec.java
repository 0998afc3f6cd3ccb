package org.koord;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The topology of a node of a {@link Cluster} without JSON. Setters return this object. Not safe for
 * use by several threads while it is being set.
 */
public final class NodeTopologySpec {
  private final String name;
  private final Topology machine;
  private int flags;
  private NumaPolicy numaPolicy = NumaPolicy.UNSET;
  private CpuSet reserved;
  private CpuSet held;
  private final List<Amount> amounts = new ArrayList<>();

  /** Of the node of this name; {@code machine} null: its CPUs are not known. The caller keeps it. */
  public NodeTopologySpec(String name, Topology machine) {
    this.name = Objects.requireNonNull(name, "name");
    this.machine = Objects.requireNonNull(machine, "machine");
  }

  /** Whether kubelet's CPU manager policy is static. */
  public NodeTopologySpec kubeletStatic(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_STATIC, on);
    return this;
  }

  /** Whether its option full-pcpus-only is on. */
  public NodeTopologySpec kubeletFullPcpusOnly(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_FULL_PCPUS_ONLY, on);
    return this;
  }

  /** Whether its option distribute-cpus-across-numa is on. */
  public NodeTopologySpec kubeletDistribute(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA, on);
    return this;
  }

  /** Kubelet's topology manager policy. */
  public NodeTopologySpec numaPolicy(NumaPolicy value) {
    numaPolicy = Objects.requireNonNull(value, "numaPolicy");
    return this;
  }

  /** The CPUs that kubelet reserves; null: none. */
  public NodeTopologySpec reserved(CpuSet value) {
    reserved = value;
    return this;
  }

  /** The CPUs that kubelet has given to pods of its own; null: none. */
  public NodeTopologySpec held(CpuSet value) {
    held = value;
    return this;
  }

  /** What a NUMA node has of a resource: milli-CPU for "cpu", bytes or units for all others. */
  public NodeTopologySpec amount(int node, String resource, long amount) {
    amounts.add(new Amount(resource, amount, 0, node));
    return this;
  }

  int set(Frame f, long cluster, long id) {
    Texts texts = new Texts();
    Memory spec =
        f.struct(
            KoordRaw.koord_node_topology_spec_size);
    spec.put(flags).put(numaPolicy.code());
    texts.put(spec, name);
    int size = KoordRaw.koord_amount_size;
    Memory rows = f.bytes((long) size * amounts.size());
    amounts.forEach(amount -> amount.write(rows, texts));
    return KoordRaw.koord_cluster_set_topology_struct(
        cluster, spec.address(), texts.bytes(), f.read(machine), rows.address(), size,
        amounts.size(), f.words(reserved), f.words(held), Frame.WORDS, id, f.error());
  }
}
