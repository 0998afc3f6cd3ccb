// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a cluster. */
public enum ClusterFlag implements Coded {
  /** Score by Koordinator's current formula, even under {@link Profile#SPEC}. */
  UPSTREAM_SCORE(KoordRaw.KOORD_CLUSTER_UPSTREAM_SCORE),
  /**
   * Ignore kubelet's own allocations and reserved CPUs. This is the first stage of taking over
   * kubelet's CPU management.
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
