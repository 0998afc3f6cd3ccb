// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A request for CPUs, and the policies of the pick. Immutable: each setter returns a changed copy.
 */
public final class CpuRequest {
  private final int flags;
  private final Profile profile;
  private final BindPolicy bindPolicy;
  private final ExclusivePolicy exclusivePolicy;
  private final NumaStrategy numaStrategy;
  private final int cpus;
  private final int maxRefCount;

  /** All defaults. */
  public CpuRequest() {
    this(0, Profile.SPEC, BindPolicy.DEFAULT, ExclusivePolicy.DEFAULT, NumaStrategy.DEFAULT, 0, 0);
  }

  private CpuRequest(
      int flags, Profile profile, BindPolicy bindPolicy, ExclusivePolicy exclusivePolicy,
      NumaStrategy numaStrategy, int cpus, int maxRefCount) {
    this.flags = flags;
    this.profile = profile;
    this.bindPolicy = bindPolicy;
    this.exclusivePolicy = exclusivePolicy;
    this.numaStrategy = numaStrategy;
    this.cpus = cpus;
    this.maxRefCount = maxRefCount;
  }

  /**
   * The bind policy must hold for every CPU (whole cores, or one CPU per core); otherwise the pick
   * is refused.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public CpuRequest required(boolean on) {
    return new CpuRequest(
        Coded.with(flags, KoordRaw.KOORD_PICK_REQUIRED, on), profile, bindPolicy, exclusivePolicy,
        numaStrategy, cpus, maxRefCount);
  }

  /**
   * Use the fewest L3 groups, then split the fewest cores, but never use more NUMA nodes than
   * without this flag.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public CpuRequest fewestL3(boolean on) {
    return new CpuRequest(
        Coded.with(flags, KoordRaw.KOORD_PICK_FEWEST_L3, on), profile, bindPolicy, exclusivePolicy,
        numaStrategy, cpus, maxRefCount);
  }

  /**
   * {@link Profile#SPEC} or {@link Profile#UPSTREAM}.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CpuRequest profile(Profile value) {
    return new CpuRequest(
        flags, java.util.Objects.requireNonNull(value, "profile"), bindPolicy, exclusivePolicy,
        numaStrategy, cpus, maxRefCount);
  }

  /**
   * Bind policy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CpuRequest bindPolicy(BindPolicy value) {
    return new CpuRequest(
        flags, profile, java.util.Objects.requireNonNull(value, "bindPolicy"), exclusivePolicy,
        numaStrategy, cpus, maxRefCount);
  }

  /**
   * Exclusive policy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CpuRequest exclusivePolicy(ExclusivePolicy value) {
    return new CpuRequest(
        flags, profile, bindPolicy, java.util.Objects.requireNonNull(value, "exclusivePolicy"),
        numaStrategy, cpus, maxRefCount);
  }

  /**
   * Numa strategy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CpuRequest numaStrategy(NumaStrategy value) {
    return new CpuRequest(
        flags, profile, bindPolicy, exclusivePolicy, java.util.Objects.requireNonNull(value,
        "numaStrategy"), cpus, maxRefCount);
  }

  /**
   * Number of CPUs; 0 is granted with an empty set.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CpuRequest cpus(int value) {
    return new CpuRequest(
        flags, profile, bindPolicy, exclusivePolicy, numaStrategy, Frame.count("cpus", value),
        maxRefCount);
  }

  /**
   * Number of pods that may share one CPU; 0 and 1: no sharing.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CpuRequest maxRefCount(int value) {
    return new CpuRequest(
        flags, profile, bindPolicy, exclusivePolicy, numaStrategy, cpus, Frame.count("maxRefCount",
        value));
  }

  static long write(
      Frame frame, CpuRequest options, int words, int sets, int grantStride, int grantCount) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_cpu_request_size);
    m.put(options.flags);
    m.put(options.profile.code());
    m.put(options.bindPolicy.code());
    m.put(options.exclusivePolicy.code());
    m.put(options.numaStrategy.code());
    m.put(options.cpus);
    m.put(options.maxRefCount);
    m.put(words);
    m.put(sets);
    m.put(grantStride);
    m.put(grantCount);
    return m.address();
  }
}
