// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Which set of CPUs of a machine. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum CpusetKind implements Coded {
  /** Usable CPUs; id is ignored. */
  ALL(KoordRaw.KOORD_CPUSET_KIND_ALL),
  /** In the machine, not usable: offline, or left out by the export. */
  OFFLINE(KoordRaw.KOORD_CPUSET_KIND_OFFLINE),
  /** Not for the cgroup of the process that read the machine. */
  DISALLOWED(KoordRaw.KOORD_CPUSET_KIND_DISALLOWED),
  /** Of the socket {@code id}. */
  SOCKET(KoordRaw.KOORD_CPUSET_KIND_SOCKET),
  /** That belong to NUMA node {@code id}; a CPU belongs to at most one. */
  NUMA_NODE(KoordRaw.KOORD_CPUSET_KIND_NUMA_NODE),
  /** That NUMA node {@code id} is local to, memory-only nodes included. */
  NUMA_NODE_LOCAL(KoordRaw.KOORD_CPUSET_KIND_NUMA_NODE_LOCAL),
  /** Of the L3 group {@code id} (dense number). */
  L3(KoordRaw.KOORD_CPUSET_KIND_L3),
  /** Of the core {@code id} (dense number). */
  CORE(KoordRaw.KOORD_CPUSET_KIND_CORE),
  /** Local to PCI device number {@code id}, a row of {@link Topology#devices}. */
  DEVICE(KoordRaw.KOORD_CPUSET_KIND_DEVICE),
  /** A number that this binding does not know. As an argument it is refused. */
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
