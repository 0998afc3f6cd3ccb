// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A pod on a node, or a container that runs in a different place than its pod.
 *
 * @param refusal reason if it does not run on its claimed CPUs or NUMA nodes
 * @param uid uid of the pod
 * @param container name of the container; "": the row is about the pod
 * @param qos the QoS class that applies to the pod
 * @param place place of the pod or container
 * @param cpus number of CPUs; 0: cpuset.cpus is not changed
 * @param numaNodes number of NUMA nodes of its memory; 0: cpuset.mems is not changed
 * @param properties flags, which the methods below test
 * @param row its index among all rows of the state
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
   * No CFS quota, because it has exclusive CPUs.
   *
   * @return true if the flag is set
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
