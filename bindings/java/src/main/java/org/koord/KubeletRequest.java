// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** A request for CPUs of kubelet's static policy. Immutable: each setter returns a changed copy. */
public final class KubeletRequest {
  private final int options;
  private final int cpus;
  private final KubeletVersion version;
  private final long affinity;

  /** All defaults. */
  public KubeletRequest() {
    this(0, 0, KubeletVersion.DEFAULT, 0);
  }

  private KubeletRequest(int options, int cpus, KubeletVersion version, long affinity) {
    this.options = options;
    this.cpus = cpus;
    this.version = version;
    this.affinity = affinity;
  }

  /**
   * full-pcpus-only.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public KubeletRequest fullPcpusOnly(boolean on) {
    return new KubeletRequest(
        Coded.with(options, KoordRaw.KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY, on), cpus, version,
        affinity);
  }

  /**
   * distribute-cpus-across-numa.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public KubeletRequest distributeCpusAcrossNuma(boolean on) {
    return new KubeletRequest(
        Coded.with(options, KoordRaw.KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA, on), cpus,
        version, affinity);
  }

  /**
   * align-by-socket.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public KubeletRequest alignBySocket(boolean on) {
    return new KubeletRequest(
        Coded.with(options, KoordRaw.KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET, on), cpus, version,
        affinity);
  }

  /**
   * distribute-cpus-across-cores.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public KubeletRequest distributeCpusAcrossCores(boolean on) {
    return new KubeletRequest(
        Coded.with(options, KoordRaw.KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES, on), cpus,
        version, affinity);
  }

  /**
   * strict-cpu-reservation: reserved CPUs are not shared.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public KubeletRequest strictCpuReservation(boolean on) {
    return new KubeletRequest(
        Coded.with(options, KoordRaw.KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION, on), cpus,
        version, affinity);
  }

  /**
   * prefer-align-cpus-by-uncorecache.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public KubeletRequest preferAlignByUncoreCache(boolean on) {
    return new KubeletRequest(
        Coded.with(options, KoordRaw.KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE, on), cpus,
        version, affinity);
  }

  /**
   * Number of whole CPUs of one Guaranteed container; 0 is granted with an empty set.
   *
   * @param value the new value
   * @return a changed copy
   */
  public KubeletRequest cpus(int value) {
    return new KubeletRequest(options, Frame.count("cpus", value), version, affinity);
  }

  /**
   * Version.
   *
   * @param value the new value
   * @return a changed copy
   */
  public KubeletRequest version(KubeletVersion value) {
    return new KubeletRequest(
        options, cpus, java.util.Objects.requireNonNull(value, "version"), affinity);
  }

  /**
   * NUMA nodes of the topology manager's hint: bit i is row i of {@link Topology#numaNodes}; 0: no
   * preference. A hint cannot name rows above 63; kubelet's own hints are 64-bit masks, too.
   *
   * @param value the new value
   * @return a changed copy
   */
  public KubeletRequest affinity(long value) {
    return new KubeletRequest(options, cpus, version, value);
  }

  static long write(Frame frame, KubeletRequest options, int sets) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_kubelet_request_size);
    m.put(0);
    m.put(options.options);
    m.put(options.cpus);
    m.put(sets);
    m.put(options.version.code());
    m.put(options.affinity);
    return m.address();
  }
}
