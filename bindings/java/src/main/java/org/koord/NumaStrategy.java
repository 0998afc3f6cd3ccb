// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Which NUMA nodes are used first: numa-allocate-strategy of a node's label, or the strategy of a
 * pick. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum NumaStrategy implements Coded {
  /** Not stated. For nodes: as the scheduler is configured; for a pick: most allocated. */
  DEFAULT(KoordRaw.KOORD_NUMA_STRATEGY_DEFAULT),
  /** The NUMA node with the least available that suffices. */
  MOST_ALLOCATED(KoordRaw.KOORD_NUMA_STRATEGY_MOST_ALLOCATED),
  /** The NUMA node with the most available. */
  LEAST_ALLOCATED(KoordRaw.KOORD_NUMA_STRATEGY_LEAST_ALLOCATED),
  /** Spread evenly over NUMA nodes (upstream: as least allocated). */
  DISTRIBUTE_EVENLY(KoordRaw.KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NumaStrategy[] KNOWN = values();
  private final int code;

  NumaStrategy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the spelling in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated");
   * "Default" for what is not stated, "Unknown" for other numbers.
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_numa_strategy_get_name(code);
  }

  static NumaStrategy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
