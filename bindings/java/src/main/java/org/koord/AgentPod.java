package org.koord;

import java.util.List;

/**
 * A pod, or a container that runs elsewhere than its pod.
 *
 * @param refusal why CPUs or NUMA nodes that it states are not what it runs on
 * @param uid of the pod
 * @param container its name; "": the row is about the pod
 * @param qos as the pod is treated
 * @param place of the pod or container
 * @param cpus where it runs; empty: left as they are
 * @param numaNodes numbers of the NUMA nodes of its memory; empty: left as they are
 * @param unlimited no CFS quota, as it has CPUs of its own
 */
public record AgentPod(
    Refusal refusal,
    String uid,
    String container,
    Qos qos,
    AgentPlace place,
    CpuSet cpus,
    List<Integer> numaNodes,
    boolean unlimited) {
  static AgentPod read(Memory m, Memory texts, CpuSet cpus, CpuSet numaNodes) {
    Refusal refusal = Refusal.read(m);
    String uid = m.text(texts);
    String container = m.text(texts);
    Qos qos = Qos.of(m.i32());
    AgentPlace place = AgentPlace.of(m.i32());
    m.i32(); // how many CPUs, and NUMA nodes: the sets tell
    m.i32();
    boolean unlimited = (m.i32() & KoordRaw.KOORD_AGENT_POD_UNLIMITED) != 0;
    return new AgentPod(
        refusal, uid, container, qos, place, cpus, numaNodes.stream().boxed().toList(), unlimited);
  }

  /** The number of the row, of which its sets are asked for. */
  static int row(Memory m) {
    Refusal.read(m);
    for (int before = 0; before < 9; before++) {
      m.i32();
    }
    return m.i32();
  }
}
