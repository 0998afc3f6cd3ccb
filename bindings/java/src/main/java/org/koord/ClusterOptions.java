// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Options of filter and score of a cluster. The arguments of {@link Cluster#create} decide whether
 * pods are packed on few nodes, which is the default, or spread over many. Immutable: each setter
 * returns a changed copy.
 */
public final class ClusterOptions {
  private final int flags;
  private final Profile profile;
  private final DeviceStrategy deviceStrategy;
  private final GpuPick gpuPick;

  /** All defaults. */
  public ClusterOptions() {
    this(0, Profile.SPEC, DeviceStrategy.DEFAULT, GpuPick.SET);
  }

  private ClusterOptions(
      int flags, Profile profile, DeviceStrategy deviceStrategy, GpuPick gpuPick) {
    this.flags = flags;
    this.profile = profile;
    this.deviceStrategy = deviceStrategy;
    this.gpuPick = gpuPick;
  }

  /**
   * Score by Koordinator's current formula, even under {@link Profile#SPEC}.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public ClusterOptions upstreamScore(boolean on) {
    return new ClusterOptions(
        Coded.with(flags, KoordRaw.KOORD_CLUSTER_UPSTREAM_SCORE, on), profile, deviceStrategy,
        gpuPick);
  }

  /**
   * Ignore kubelet's own allocations and reserved CPUs. This is the first stage of taking over
   * kubelet's CPU management.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public ClusterOptions ignoreKubelet(boolean on) {
    return new ClusterOptions(
        Coded.with(flags, KoordRaw.KOORD_CLUSTER_IGNORE_KUBELET, on), profile, deviceStrategy,
        gpuPick);
  }

  /**
   * {@link Profile#SPEC} or {@link Profile#UPSTREAM}.
   *
   * @param value the new value
   * @return a changed copy
   */
  public ClusterOptions profile(Profile value) {
    return new ClusterOptions(
        flags, java.util.Objects.requireNonNull(value, "profile"), deviceStrategy, gpuPick);
  }

  /**
   * Device strategy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public ClusterOptions deviceStrategy(DeviceStrategy value) {
    return new ClusterOptions(
        flags, profile, java.util.Objects.requireNonNull(value, "deviceStrategy"), gpuPick);
  }

  /**
   * Gpu pick.
   *
   * @param value the new value
   * @return a changed copy
   */
  public ClusterOptions gpuPick(GpuPick value) {
    return new ClusterOptions(
        flags, profile, deviceStrategy, java.util.Objects.requireNonNull(value, "gpuPick"));
  }

  static long write(Frame frame, ClusterOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_cluster_options_size);
    m.put(options.flags);
    m.put(options.profile.code());
    m.put(options.deviceStrategy.code());
    m.put(options.gpuPick.code());
    m.put(0);
    return m.address();
  }
}
