// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Allocation of kubelet to one container. Sets of NUMA nodes: bit i is row i of {@link
 * Topology#numaNodes}.
 *
 * @param affinity nodes that the topology manager chose; 0: no affinity
 * @param memoryNodes nodes of its memory, cpuset.mems; 0: not bound to any
 * @param cpus number of exclusive CPUs
 * @param flags flags, which the methods below test
 */
public record KubeletContainer(long affinity, long memoryNodes, int cpus, int flags) {
  /**
   * The container's affinity is what each of its resources prefers.
   *
   * @return true if the flag is set
   */
  public boolean preferred() {
    return (flags & KoordRaw.KOORD_KUBELET_CONTAINER_PREFERRED) != 0;
  }

  /**
   * The container shares the default CPU set with all other such containers.
   *
   * @return true if the flag is set
   */
  public boolean shared() {
    return (flags & KoordRaw.KOORD_KUBELET_CONTAINER_SHARED) != 0;
  }

  static KubeletContainer read(Memory m) {
    return new KubeletContainer(
        m.i64(), m.i64(), m.i32(), m.i32());
  }
}
