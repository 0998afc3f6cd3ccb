// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * A pod on a node, or a container that runs elsewhere than its pod.
 *
 * @param refusal why CPUs or NUMA nodes that it states are not what it runs on
 * @param uid of the pod
 * @param container name of the container; "": the row is about the pod
 * @param qos as the pod is treated
 * @param place of the pod or container
 * @param cpus how many; 0: left as they are
 * @param numaNodes how many its memory is on; 0: left as they are
 * @param properties bits that the methods below read
 * @param row its number among all rows of the state
 */
public record AgentPod(
    Refusal refusal,
    String uid,
    String container,
    Qos qos,
    AgentPlace place,
    int cpus,
    int numaNodes,
    int properties,
    int row) {
  /**
   * No CFS quota, as it has CPUs of its own.
   *
   * @return whether the bit is set
   */
  public boolean unlimited() {
    return (properties & KoordRaw.KOORD_AGENT_POD_UNLIMITED) != 0;
  }

  static AgentPod read(Memory m, Memory arena) {
    return new AgentPod(
        Refusal.read(m), m.text(arena), m.text(arena), Qos.of(m.i32()), AgentPlace.of(m.i32()),
        m.i32(), m.i32(), m.i32(), m.i32());
  }
}
