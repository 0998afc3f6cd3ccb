// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Properties and requests of a pod.
 *
 * @param cpuRequestMilli effective, as {@link Pod#request}
 * @param cpuLimitMilli -1: none
 * @param properties flags, which the methods below test
 * @param containers containers of all kinds
 * @param qos by label
 * @param effectiveQos by label, else LS for Guaranteed and Burstable pods and BE for others
 * @param kubeQos by status, else computed
 * @param priorityClass by label, else by priority, else by effective QoS
 * @param priority priority
 * @param requiredBind required bind
 * @param preferredBind preferred bind
 * @param exclusive exclusive
 * @param numaPolicy numa policy
 * @param numaExclusive numa exclusive
 */
public record PodInfo(
    long cpuRequestMilli,
    long cpuLimitMilli,
    int properties,
    int containers,
    Qos qos,
    Qos effectiveQos,
    KubeQos kubeQos,
    PriorityClass priorityClass,
    int priority,
    BindPolicy requiredBind,
    BindPolicy preferredBind,
    ExclusivePolicy exclusive,
    NumaPolicy numaPolicy,
    NumaExclusive numaExclusive) {
  /**
   * Phase Succeeded or Failed.
   *
   * @return true if the flag is set
   */
  public boolean terminated() {
    return (properties & KoordRaw.KOORD_POD_PROPERTY_TERMINATED) != 0;
  }

  /**
   * It is bound to a node.
   *
   * @return true if the flag is set
   */
  public boolean bound() {
    return (properties & KoordRaw.KOORD_POD_PROPERTY_BOUND) != 0;
  }

  /**
   * It states its allocation (resource-status).
   *
   * @return true if the flag is set
   */
  public boolean allocated() {
    return (properties & KoordRaw.KOORD_POD_PROPERTY_ALLOCATED) != 0;
  }

  /**
   * pod-level requests or limits replace those of its containers.
   *
   * @return true if the flag is set
   */
  public boolean hasPodLevel() {
    return (properties & KoordRaw.KOORD_POD_PROPERTY_HAS_POD_LEVEL) != 0;
  }

  /**
   * CPU: every limit equals its request.
   *
   * @return true if the flag is set
   */
  public boolean limitIsRequest() {
    return (properties & KoordRaw.KOORD_POD_PROPERTY_LIMIT_IS_REQUEST) != 0;
  }

  static PodInfo read(Memory m) {
    m.seek(8);
    return new PodInfo(
        m.i64(), m.i64(), m.i32(), m.i32(), Qos.of(m.i32()), Qos.of(m.i32()), KubeQos.of(m.i32()),
        PriorityClass.of(m.i32()), m.i32(), BindPolicy.of(m.i32()), BindPolicy.of(m.i32()),
        ExclusivePolicy.of(m.i32()), NumaPolicy.of(m.i32()), NumaExclusive.of(m.i32()));
  }
}
