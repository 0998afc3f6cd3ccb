// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The numbers of a node. All except {@link NodeFlag#UNSCHEDULABLE} are for hosts without labels and
 * annotations: a label or annotation with the same meaning overrides them. Immutable: each setter
 * returns a changed copy.
 */
public final class NodeSpec {
  private final int flags;
  private final BindPolicy bindPolicy;
  private final NumaStrategy strategy;
  private final NumaPolicy numaPolicy;
  private final int cpuAmplificationPercent;

  /** All defaults. */
  public NodeSpec() {
    this(0, BindPolicy.DEFAULT, NumaStrategy.DEFAULT, NumaPolicy.UNSET, 0);
  }

  private NodeSpec(
      int flags, BindPolicy bindPolicy, NumaStrategy strategy, NumaPolicy numaPolicy, int
      cpuAmplificationPercent) {
    this.flags = flags;
    this.bindPolicy = bindPolicy;
    this.strategy = strategy;
    this.numaPolicy = numaPolicy;
    this.cpuAmplificationPercent = cpuAmplificationPercent;
  }

  /**
   * spec.unschedulable.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public NodeSpec unschedulable(boolean on) {
    return new NodeSpec(
        Coded.with(flags, KoordRaw.KOORD_NODE_UNSCHEDULABLE, on), bindPolicy, strategy, numaPolicy,
        cpuAmplificationPercent);
  }

  /**
   * Other pods may use the CPUs of system QoS, too.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public NodeSpec systemCpusShared(boolean on) {
    return new NodeSpec(
        Coded.with(flags, KoordRaw.KOORD_NODE_SYSTEM_CPUS_SHARED, on), bindPolicy, strategy,
        numaPolicy, cpuAmplificationPercent);
  }

  /**
   * Bind policy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NodeSpec bindPolicy(BindPolicy value) {
    return new NodeSpec(
        flags, java.util.Objects.requireNonNull(value, "bindPolicy"), strategy, numaPolicy,
        cpuAmplificationPercent);
  }

  /**
   * numa-allocate-strategy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NodeSpec strategy(NumaStrategy value) {
    return new NodeSpec(
        flags, bindPolicy, java.util.Objects.requireNonNull(value, "strategy"), numaPolicy,
        cpuAmplificationPercent);
  }

  /**
   * Numa policy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NodeSpec numaPolicy(NumaPolicy value) {
    return new NodeSpec(
        flags, bindPolicy, strategy, java.util.Objects.requireNonNull(value, "numaPolicy"),
        cpuAmplificationPercent);
  }

  /**
   * 150: 2 CPUs count as 3; 0: 100.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NodeSpec cpuAmplificationPercent(int value) {
    return new NodeSpec(
        flags, bindPolicy, strategy, numaPolicy, Frame.count("cpuAmplificationPercent", value));
  }

  static long write(Frame frame, NodeSpec options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_node_spec_size);
    m.put(options.flags);
    m.put(options.bindPolicy.code());
    m.put(options.strategy.code());
    m.put(options.numaPolicy.code());
    m.put(options.cpuAmplificationPercent);
    return m.address();
  }
}
