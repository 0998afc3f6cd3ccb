// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of reading a machine. */
public enum TopologyFlag implements Coded {
  /**
   * Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without this
   * flag they are part of the topology, as kubelet sees them, and listed as disallowed.
   */
  ONLY_ALLOWED(KoordRaw.KOORD_TOPOLOGY_ONLY_ALLOWED);

  private final int code;

  TopologyFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
