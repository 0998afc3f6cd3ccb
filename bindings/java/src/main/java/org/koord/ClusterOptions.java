package org.koord;

/**
 * How a {@link Cluster} judges. Setters return this object; it is read when a call gets it. Not
 * safe for use by several threads while it is being set.
 */
public final class ClusterOptions {
  private int flags;
  private Profile profile = Profile.SPEC;
  private DeviceStrategy deviceStrategy = DeviceStrategy.LEAST_ALLOCATED;
  private GpuPick gpuPick = GpuPick.SET;

  /** Score by Koordinator's formula of today, also under {@link Profile#SPEC}. */
  public ClusterOptions upstreamScore(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_CLUSTER_UPSTREAM_SCORE, on);
    return this;
  }

  /**
   * Kubelet's own allocations and reserved CPUs do not count: the first stage of taking over its
   * CPU management.
   */
  public ClusterOptions ignoreKubelet(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_CLUSTER_IGNORE_KUBELET, on);
    return this;
  }

  /** {@link Profile#SPEC} or {@link Profile#UPSTREAM}. */
  public ClusterOptions profile(Profile value) {
    profile = java.util.Objects.requireNonNull(value, "profile");
    return this;
  }

  /** Device strategy. */
  public ClusterOptions deviceStrategy(DeviceStrategy value) {
    deviceStrategy = java.util.Objects.requireNonNull(value, "deviceStrategy");
    return this;
  }

  /** Gpu pick. */
  public ClusterOptions gpuPick(GpuPick value) {
    gpuPick = java.util.Objects.requireNonNull(value, "gpuPick");
    return this;
  }

  static long write(Frame frame, ClusterOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_cluster_options_size);
    m.put(flags).put(profile.code()).put(deviceStrategy.code()).put(gpuPick.code());
    return m.address();
  }
}
