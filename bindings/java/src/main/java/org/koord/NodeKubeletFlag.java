// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Settings of a node's kubelet. */
public enum NodeKubeletFlag implements Coded {
  /** CPU manager policy static. */
  STATIC(KoordRaw.KOORD_NODE_KUBELET_STATIC),
  /** Its option full-pcpus-only. */
  FULL_PCPUS_ONLY(KoordRaw.KOORD_NODE_KUBELET_FULL_PCPUS_ONLY),
  /** Its option distribute-cpus-across-numa. */
  DISTRIBUTE_CPUS_ACROSS_NUMA(KoordRaw.KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA);

  private final int code;

  NodeKubeletFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
