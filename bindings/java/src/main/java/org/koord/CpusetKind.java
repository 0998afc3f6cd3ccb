// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a set of CPUs of a machine. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum CpusetKind implements Coded {
  /** Usable CPUs; id is ignored. */
  ALL(KoordRaw.KOORD_CPUSET_KIND_ALL),
  /** CPUs of the machine that are not usable: offline, or missing in the export. */
  OFFLINE(KoordRaw.KOORD_CPUSET_KIND_OFFLINE),
  /** CPUs that the cgroup of the process that read the machine may not use. */
  DISALLOWED(KoordRaw.KOORD_CPUSET_KIND_DISALLOWED),
  /** CPUs of the socket {@code id}. */
  SOCKET(KoordRaw.KOORD_CPUSET_KIND_SOCKET),
  /** CPUs that belong to NUMA node {@code id}; a CPU belongs to at most one. */
  NUMA_NODE(KoordRaw.KOORD_CPUSET_KIND_NUMA_NODE),
  /** CPUs that NUMA node {@code id} is local to, also for memory-only NUMA nodes. */
  NUMA_NODE_LOCAL(KoordRaw.KOORD_CPUSET_KIND_NUMA_NODE_LOCAL),
  /** CPUs of the L3 group {@code id} (dense number). */
  L3(KoordRaw.KOORD_CPUSET_KIND_L3),
  /** CPUs of the core {@code id} (dense number). */
  CORE(KoordRaw.KOORD_CPUSET_KIND_CORE),
  /** CPUs local to PCI device number {@code id}, a row of {@link Topology#devices}. */
  DEVICE(KoordRaw.KOORD_CPUSET_KIND_DEVICE),
  /** CPUs on which the kernel places no task by itself (isolcpus), offline ones included. */
  ISOLATED(KoordRaw.KOORD_CPUSET_KIND_ISOLATED),
  /** CPUs without a timer tick while one task runs (nohz_full), offline ones included. */
  NOHZ_FULL(KoordRaw.KOORD_CPUSET_KIND_NOHZ_FULL),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final CpusetKind[] KNOWN = values();
  private final int code;

  CpusetKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static CpusetKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
