package org.koord;

/**
 * How {@link NumaMerge} merges. Setters return this object; it is read when a call gets it. Not
 * safe for use by several threads while it is being set.
 */
public final class NumaOptions {
  private int flags;
  private Profile profile = Profile.SPEC;
  private NumaPolicy policy = NumaPolicy.UNSET;
  private NumaExclusive exclusive = NumaExclusive.UNSET;
  private int maxNodes;

  /** Among sets of NUMA nodes of one size the closest comes first (prefer-closest-numa-nodes). */
  public NumaOptions preferClosest(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_NUMA_MERGE_PREFER_CLOSEST, on);
    return this;
  }

  /** Profile. */
  public NumaOptions profile(Profile value) {
    profile = java.util.Objects.requireNonNull(value, "profile");
    return this;
  }

  /** Policy. */
  public NumaOptions policy(NumaPolicy value) {
    policy = java.util.Objects.requireNonNull(value, "policy");
    return this;
  }

  /** Not read by kubelet's profile. */
  public NumaOptions exclusive(NumaExclusive value) {
    exclusive = java.util.Objects.requireNonNull(value, "exclusive");
    return this;
  }

  /**
   * Most NUMA nodes, 0: 8 under kubelet's profile, where 8 is also the least that may be said
   * (max-allowable-numa-nodes), else {@link NumaMerge#MAX_NODES}.
   */
  public NumaOptions maxNodes(int value) {
    maxNodes = Frame.count("maxNodes", value);
    return this;
  }

  static long write(Frame frame, NumaOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_numa_options_size);
    m.put(flags).put(profile.code()).put(policy.code()).put(exclusive.code())
        .put(maxNodes);
    return m.address();
  }
}
