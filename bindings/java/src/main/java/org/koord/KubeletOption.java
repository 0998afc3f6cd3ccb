// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Options of kubelet's static CPU policy. Excluding each other, as in kubelet: FULL_PCPUS_ONLY and
 * DISTRIBUTE_CORES, DISTRIBUTE_NUMA and DISTRIBUTE_CORES, UNCORE_CACHE and DISTRIBUTE_CORES,
 * UNCORE_CACHE and DISTRIBUTE_NUMA.
 */
public enum KubeletOption implements Coded {
  /** full-pcpus-only. */
  FULL_PCPUS_ONLY(KoordRaw.KOORD_KUBELET_FULL_PCPUS_ONLY),
  /** distribute-cpus-across-numa. */
  DISTRIBUTE_NUMA(KoordRaw.KOORD_KUBELET_DISTRIBUTE_NUMA),
  /** align-by-socket. */
  ALIGN_BY_SOCKET(KoordRaw.KOORD_KUBELET_ALIGN_BY_SOCKET),
  /** distribute-cpus-across-cores. */
  DISTRIBUTE_CORES(KoordRaw.KOORD_KUBELET_DISTRIBUTE_CORES),
  /** strict-cpu-reservation: reserved CPUs are not shared. */
  STRICT_RESERVATION(KoordRaw.KOORD_KUBELET_STRICT_RESERVATION),
  /** prefer-align-cpus-by-uncorecache. */
  UNCORE_CACHE(KoordRaw.KOORD_KUBELET_UNCORE_CACHE);

  private final int code;

  KubeletOption(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
