// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Options of kubelet's static CPU policy. As in kubelet, these exclude each other: FULL_PCPUS_ONLY
 * and DISTRIBUTE_CPUS_ACROSS_CORES; DISTRIBUTE_CPUS_ACROSS_NUMA and DISTRIBUTE_CPUS_ACROSS_CORES;
 * PREFER_ALIGN_BY_UNCORE_CACHE and either DISTRIBUTE option.
 */
public enum KubeletOptionFlag implements Coded {
  /** full-pcpus-only. */
  FULL_PCPUS_ONLY(KoordRaw.KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY),
  /** distribute-cpus-across-numa. */
  DISTRIBUTE_CPUS_ACROSS_NUMA(KoordRaw.KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA),
  /** align-by-socket. */
  ALIGN_BY_SOCKET(KoordRaw.KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET),
  /** distribute-cpus-across-cores. */
  DISTRIBUTE_CPUS_ACROSS_CORES(KoordRaw.KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES),
  /** strict-cpu-reservation: reserved CPUs are not shared. */
  STRICT_CPU_RESERVATION(KoordRaw.KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION),
  /** prefer-align-cpus-by-uncorecache. */
  PREFER_ALIGN_BY_UNCORE_CACHE(KoordRaw.KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE);

  private final int code;

  KubeletOptionFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
