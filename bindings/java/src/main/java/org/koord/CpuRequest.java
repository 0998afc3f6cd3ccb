package org.koord;

/**
 * CPUs that {@link CpuPicker} is to pick by Koordinator's policies. Setters return this object; it
 * is read when a call gets it. Not safe for use by several threads while it is being set.
 */
public final class CpuRequest {
  private int flags;
  private Profile profile = Profile.SPEC;
  private BindPolicy bindPolicy = BindPolicy.DEFAULT;
  private ExclusivePolicy exclusivePolicy = ExclusivePolicy.NONE;
  private NumaStrategy numaStrategy = NumaStrategy.MOST_ALLOCATED;
  private int cpus;
  private int maxRefCount;

  /** Options with what cannot be left out. */
  public CpuRequest(int cpus) {
    this.cpus = cpus;
  }

  /** The bind policy must hold for every CPU: whole cores, or one CPU per core; else refuse. */
  public CpuRequest required(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_PICK_REQUIRED, on);
    return this;
  }

  /** Fewest L3 groups, then fewest cores split, never on more NUMA nodes than without the flag. */
  public CpuRequest fewestL3(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_PICK_FEWEST_L3, on);
    return this;
  }

  /** {@link Profile#SPEC} or {@link Profile#UPSTREAM}. */
  public CpuRequest profile(Profile value) {
    profile = java.util.Objects.requireNonNull(value, "profile");
    return this;
  }

  /** Bind policy. */
  public CpuRequest bindPolicy(BindPolicy value) {
    bindPolicy = java.util.Objects.requireNonNull(value, "bindPolicy");
    return this;
  }

  /** Exclusive policy. */
  public CpuRequest exclusivePolicy(ExclusivePolicy value) {
    exclusivePolicy = java.util.Objects.requireNonNull(value, "exclusivePolicy");
    return this;
  }

  /** Numa strategy. */
  public CpuRequest numaStrategy(NumaStrategy value) {
    numaStrategy = java.util.Objects.requireNonNull(value, "numaStrategy");
    return this;
  }

  /** CPUs wanted; 0 is granted with an empty set. */
  public CpuRequest cpus(int value) {
    cpus = value;
    return this;
  }

  /** Pods that may share one CPU; 0 and 1: none shares. */
  public CpuRequest maxRefCount(int value) {
    maxRefCount = Frame.count("maxRefCount", value);
    return this;
  }

  /** As a struct, up to what it says of the arrays of its call, which comes next. */
  static Memory write(Frame frame, CpuRequest options) {
    Memory m = frame.struct(KoordRaw.koord_cpu_request_size);
    return m.put(options.flags).put(options.profile.code()).put(options.bindPolicy.code())
        .put(options.exclusivePolicy.code()).put(options.numaStrategy.code()).put(options.cpus)
        .put(options.maxRefCount);
  }
}
