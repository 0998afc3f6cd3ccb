// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a set of CPUs of a node of a cluster. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum ClusterCpuset implements Coded {
  /** CPUs that a pod can get exclusively. */
  FREE(KoordRaw.KOORD_CLUSTER_CPUSET_FREE),
  /** CPUs that pods own. */
  ALLOCATED(KoordRaw.KOORD_CLUSTER_CPUSET_ALLOCATED),
  /** CPUs that are reserved, of system QoS, or kubelet's. */
  RESERVED(KoordRaw.KOORD_CLUSTER_CPUSET_RESERVED),
  /** The shared pool: CPUs that no pod owns. */
  SHARED_POOL(KoordRaw.KOORD_CLUSTER_CPUSET_SHARED_POOL),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final ClusterCpuset[] KNOWN = values();
  private final int code;

  ClusterCpuset(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static ClusterCpuset of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
