// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The numbers of a NodeResourceTopology, for hosts without policies, attributes and annotations:
 * one with the same meaning overrides them. Immutable: each setter returns a changed copy.
 */
public final class NrtSpec {
  private final int flags;
  private final NumaPolicy numaPolicy;

  /** All defaults. */
  public NrtSpec() {
    this(0, NumaPolicy.UNSET);
  }

  private NrtSpec(int flags, NumaPolicy numaPolicy) {
    this.flags = flags;
    this.numaPolicy = numaPolicy;
  }

  /**
   * CPU manager policy static.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public NrtSpec kubeletStatic(boolean on) {
    return new NrtSpec(Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_STATIC, on), numaPolicy);
  }

  /**
   * Its option full-pcpus-only.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public NrtSpec fullPcpusOnly(boolean on) {
    return new NrtSpec(
        Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_FULL_PCPUS_ONLY, on), numaPolicy);
  }

  /**
   * Its option distribute-cpus-across-numa.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public NrtSpec distributeCpusAcrossNuma(boolean on) {
    return new NrtSpec(
        Coded.with(flags, KoordRaw.KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA, on), numaPolicy);
  }

  /**
   * Kubelet's topology manager policy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NrtSpec numaPolicy(NumaPolicy value) {
    return new NrtSpec(flags, java.util.Objects.requireNonNull(value, "numaPolicy"));
  }

  static long write(Frame frame, NrtSpec options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_nrt_spec_size);
    m.put(options.flags);
    m.put(options.numaPolicy.code());
    m.put(0);
    return m.address();
  }
}
