// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a merge of hints. Immutable: each setter returns a changed copy. */
public final class NumaOptions {
  private final int flags;
  private final Profile profile;
  private final NumaPolicy policy;
  private final NumaExclusive exclusive;
  private final int maxNodes;

  /** All defaults. */
  public NumaOptions() {
    this(0, Profile.SPEC, NumaPolicy.UNSET, NumaExclusive.UNSET, 0);
  }

  private NumaOptions(
      int flags, Profile profile, NumaPolicy policy, NumaExclusive exclusive, int maxNodes) {
    this.flags = flags;
    this.profile = profile;
    this.policy = policy;
    this.exclusive = exclusive;
    this.maxNodes = maxNodes;
  }

  /**
   * Prefer the closest of sets with the same number of NUMA nodes (prefer-closest-numa-nodes).
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public NumaOptions preferClosest(boolean on) {
    return new NumaOptions(
        Coded.with(flags, KoordRaw.KOORD_NUMA_MERGE_PREFER_CLOSEST, on), profile, policy, exclusive,
        maxNodes);
  }

  /**
   * Profile.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NumaOptions profile(Profile value) {
    return new NumaOptions(
        flags, java.util.Objects.requireNonNull(value, "profile"), policy, exclusive, maxNodes);
  }

  /**
   * Policy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NumaOptions policy(NumaPolicy value) {
    return new NumaOptions(
        flags, profile, java.util.Objects.requireNonNull(value, "policy"), exclusive, maxNodes);
  }

  /**
   * Ignored by kubelet's profile.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NumaOptions exclusive(NumaExclusive value) {
    return new NumaOptions(
        flags, profile, policy, java.util.Objects.requireNonNull(value, "exclusive"), maxNodes);
  }

  /**
   * Limit of NUMA nodes. 0: 8 under kubelet's profile, else MAX_NUMA_NODES. Under kubelet's profile
   * the limit must be at least 8 (max-allowable-numa-nodes).
   *
   * @param value the new value
   * @return a changed copy
   */
  public NumaOptions maxNodes(int value) {
    return new NumaOptions(flags, profile, policy, exclusive, Frame.count("maxNodes", value));
  }

  static long write(Frame frame, NumaOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_numa_options_size);
    m.put(options.flags);
    m.put(options.profile.code());
    m.put(options.policy.code());
    m.put(options.exclusive.code());
    m.put(options.maxNodes);
    return m.address();
  }
}
