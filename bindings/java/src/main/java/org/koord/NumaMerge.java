package org.koord;

/** The NUMA topology manager: merges what providers say into one set of NUMA nodes. Pure. */
public final class NumaMerge {
  private NumaMerge() {}

  /**
   * The answer.
   *
   * @param nodes bit i is the i-th of {@link NumaHints#nodes}; all of them where there is no affinity
   * @param score of the hints for exactly these nodes; 0 under kubelet's profile
   * @param flags bits that the methods below read
   * @param reason {@link Reason#NONE} when admitted
   * @param text why it is not admitted, "" when it is
   */
  public record Merged(long nodes, long score, int flags, Reason reason, String text) {
    /** Whether the policy admits it. */
    public boolean admitted() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_ADMIT) != 0;
    }

    /** Whether it is as good as all resources can have it. */
    public boolean preferred() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_PREFERRED) != 0;
    }

    /** Whether the pod is to keep to {@code nodes}. */
    public boolean affinity() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_AFFINITY) != 0;
    }

    /** Whether {@code nodes} do not suit every resource. */
    public boolean unsatisfied() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_UNSATISFIED) != 0;
    }
  }

  /** The most NUMA nodes of one merge. */
  public static final int MAX_NODES = KoordRaw.KOORD_MAX_NUMA_NODES;

  /** The most lists of one merge. */
  public static final int MAX_LISTS = KoordRaw.KOORD_MAX_NUMA_LISTS;

  /** The most hints of all lists of one merge. */
  public static final int MAX_HINTS = KoordRaw.KOORD_MAX_NUMA_HINTS;

  /**
   * Merges, and says whether the policy admits the result (docs/numa.md).
   *
   * @param options profile, policy and bounds
   * @param hints what is said
   * @throws KoordException.Invalid names what is wrong
   * @throws KoordException.Limit too many nodes
   */
  public static Merged merge(NumaOptions options, NumaHints hints) {
    try (Frame f = Frame.open()) {
      long o = NumaOptions.write(f, options);
      long h = f.read("hints", hints);
      Memory merged = f.bytes(KoordRaw.koord_numa_merged_size);
      String text =
          f.text(
              (room, capacity, needed) ->
                  KoordRaw.koord_numa_merge(
                      o, h, merged.address(), room, capacity, needed, f.error()));
      return new Merged(
          merged.i64(), merged.i64(), merged.i32(), Reason.of(merged.i32()), text);
    }
  }
}
