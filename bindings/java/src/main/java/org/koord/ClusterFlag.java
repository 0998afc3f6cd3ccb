// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Options of a cluster. */
public enum ClusterFlag implements Coded {
  /** Score by Koordinator's formula of today, also under {@link Profile#SPEC}. */
  UPSTREAM_SCORE(KoordRaw.KOORD_CLUSTER_UPSTREAM_SCORE),
  /**
   * Kubelet's own allocations and reserved CPUs do not count: the first stage of taking over its
   * CPU management.
   */
  IGNORE_KUBELET(KoordRaw.KOORD_CLUSTER_IGNORE_KUBELET);

  private final int code;

  ClusterFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
