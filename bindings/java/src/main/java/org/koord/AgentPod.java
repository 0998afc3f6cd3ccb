package org.koord;

/**
 * A pod, or a container that runs elsewhere than its pod.
 *
 * @param refusal why CPUs or NUMA nodes that it states are not what it runs on
 * @param memoryNodes bit i is the i-th of {@link Topology#numaNodes}, of a {@link AgentState} NUMA node i;
 *     0: left as they are
 * @param uid of the pod
 * @param container its name; "": the row is about the pod
 * @param qos as the pod is treated
 * @param place of the pod or container
 * @param cpus where it runs; empty: left as they are
 * @param unlimited no CFS quota, as it has CPUs of its own
 */
public record AgentPod(
    Refusal refusal,
    long memoryNodes,
    String uid,
    String container,
    Qos qos,
    AgentPlace place,
    CpuSet cpus,
    boolean unlimited) {
  static AgentPod read(Memory m, Memory arena, CpuSet cpus) {
    Refusal refusal = Refusal.read(m);
    long memoryNodes = m.i64();
    String uid = m.text(arena);
    String container = m.text(arena);
    Qos qos = Qos.of(m.i32());
    AgentPlace place = AgentPlace.of(m.i32());
    m.i32(); // how many CPUs: the set tells
    boolean unlimited = (m.i32() & KoordRaw.KOORD_AGENT_POD_UNLIMITED) != 0;
    return new AgentPod(refusal, memoryNodes, uid, container, qos, place, cpus, unlimited);
  }
}
