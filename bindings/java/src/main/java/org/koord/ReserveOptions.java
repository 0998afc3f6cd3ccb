package org.koord;

/**
 * What a reservation relies on. Setters return this object; it is read when a call gets it. Not
 * safe for use by several threads while it is being set.
 */
public final class ReserveOptions {
  private int flags;
  private long generation;
  private long affinity;

  /**
   * Amounts of the whole node and spec.unschedulable are judged elsewhere (Kubernetes' plugins
   * NodeResourcesFit and NodeUnschedulable).
   */
  public ReserveOptions skipFit(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_QUERY_SKIP_FIT, on);
    return this;
  }

  /** Of the verdict that is relied on; 0: whatever the node is by now. */
  public ReserveOptions generation(long value) {
    generation = value;
    return this;
  }

  /**
   * NUMA nodes that the host's own topology manager chose, bit i being row i of {@link
   * Cluster#hints}; 0: the node's NUMA policy chooses.
   */
  public ReserveOptions affinity(long value) {
    affinity = value;
    return this;
  }

  static long write(Frame frame, ReserveOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_reserve_options_size);
    m.put(flags).put(generation).put(affinity);
    return m.address();
  }
}
