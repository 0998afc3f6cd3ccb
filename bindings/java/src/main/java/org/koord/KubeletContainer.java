package org.koord;

/**
 * What one container gets of kubelet. Of sets of NUMA nodes bit i is the i-th of {@link
 * Topology#numaNodes}.
 *
 * @param affinity nodes that the topology manager kept for it; 0: none in particular
 * @param memoryNodes nodes of its memory, cpuset.mems; 0: not bound to any
 * @param preferred its affinity is what each of its resources prefers
 * @param shares it shares the default CPU set with all others that do
 * @param cpus CPUs that it has for itself
 */
public record KubeletContainer(
    long affinity, long memoryNodes, boolean preferred, boolean shares, CpuSet cpus) {
  static KubeletContainer read(Memory m, CpuSet cpus) {
    long affinity = m.i64();
    long memoryNodes = m.i64();
    m.i32(); // how many CPUs: the set tells
    int flags = m.i32();
    return new KubeletContainer(
        affinity, memoryNodes, (flags & KoordRaw.KOORD_KUBELET_CONTAINER_PREFERRED) != 0,
        (flags & KoordRaw.KOORD_KUBELET_CONTAINER_SHARED) != 0, cpus);
  }
}
