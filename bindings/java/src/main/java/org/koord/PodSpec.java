// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The numbers of a pod. Zero is the value for whatever a pod does not state. Policies and classes
 * are for hosts without labels and annotations: a label or annotation with the same meaning
 * overrides them. Immutable: each setter returns a changed copy.
 */
public final class PodSpec {
  private final int flags;
  private final long scheduled;
  private final KubeQos kubeQos;
  private final int priority;
  private final Qos qos;
  private final PriorityClass priorityClass;
  private final BindPolicy requiredBind;
  private final BindPolicy preferredBind;
  private final ExclusivePolicy exclusive;
  private final NumaPolicy numaPolicy;
  private final NumaExclusive numaExclusive;

  /** All defaults. */
  public PodSpec() {
    this(
        0, 0, KubeQos.BEST_EFFORT, 0, Qos.NONE, PriorityClass.NONE, BindPolicy.DEFAULT,
        BindPolicy.DEFAULT, ExclusivePolicy.DEFAULT, NumaPolicy.UNSET, NumaExclusive.UNSET);
  }

  private PodSpec(
      int flags, long scheduled, KubeQos kubeQos, int priority, Qos qos, PriorityClass
      priorityClass, BindPolicy requiredBind, BindPolicy preferredBind, ExclusivePolicy exclusive,
      NumaPolicy numaPolicy, NumaExclusive numaExclusive) {
    this.flags = flags;
    this.scheduled = scheduled;
    this.kubeQos = kubeQos;
    this.priority = priority;
    this.qos = qos;
    this.priorityClass = priorityClass;
    this.requiredBind = requiredBind;
    this.preferredBind = preferredBind;
    this.exclusive = exclusive;
    this.numaPolicy = numaPolicy;
    this.numaExclusive = numaExclusive;
  }

  /**
   * Phase Succeeded or Failed.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PodSpec terminated(boolean on) {
    return new PodSpec(
        Coded.with(flags, KoordRaw.KOORD_POD_TERMINATED, on), scheduled, kubeQos, priority, qos,
        priorityClass, requiredBind, preferredBind, exclusive, numaPolicy, numaExclusive);
  }

  /**
   * {@code kube_qos} is status.qosClass; else it is computed.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PodSpec hasKubeQos(boolean on) {
    return new PodSpec(
        Coded.with(flags, KoordRaw.KOORD_POD_HAS_KUBE_QOS, on), scheduled, kubeQos, priority, qos,
        priorityClass, requiredBind, preferredBind, exclusive, numaPolicy, numaExclusive);
  }

  /**
   * spec.resources is present, even if empty.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PodSpec hasPodLevel(boolean on) {
    return new PodSpec(
        Coded.with(flags, KoordRaw.KOORD_POD_HAS_POD_LEVEL, on), scheduled, kubeQos, priority, qos,
        priorityClass, requiredBind, preferredBind, exclusive, numaPolicy, numaExclusive);
  }

  /**
   * A toleration of the taint node.kubernetes.io/unschedulable:NoSchedule: nodes with
   * spec.unschedulable accept the pod.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PodSpec toleratesUnschedulable(boolean on) {
    return new PodSpec(
        Coded.with(flags, KoordRaw.KOORD_POD_TOLERATES_UNSCHEDULABLE, on), scheduled, kubeQos,
        priority, qos, priorityClass, requiredBind, preferredBind, exclusive, numaPolicy,
        numaExclusive);
  }

  /**
   * Condition Initialized of a bound pod: its init containers, except sidecars, have ended.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PodSpec initialized(boolean on) {
    return new PodSpec(
        Coded.with(flags, KoordRaw.KOORD_POD_INITIALIZED, on), scheduled, kubeQos, priority, qos,
        priorityClass, requiredBind, preferredBind, exclusive, numaPolicy, numaExclusive);
  }

  /**
   * lastTransitionTime of PodScheduled, seconds since 1970; 0: not known.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec scheduled(long value) {
    return new PodSpec(
        flags, value, kubeQos, priority, qos, priorityClass, requiredBind, preferredBind, exclusive,
        numaPolicy, numaExclusive);
  }

  /**
   * Kube qos; null if not stated.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec kubeQos(KubeQos value) {
    return new PodSpec(
        Coded.with(flags, KoordRaw.KOORD_POD_HAS_KUBE_QOS, value != null), scheduled, value == null
        ? KubeQos.BEST_EFFORT : value, priority, qos, priorityClass, requiredBind, preferredBind,
        exclusive, numaPolicy, numaExclusive);
  }

  /**
   * spec.priority.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec priority(int value) {
    return new PodSpec(
        flags, scheduled, kubeQos, value, qos, priorityClass, requiredBind, preferredBind,
        exclusive, numaPolicy, numaExclusive);
  }

  /**
   * Qos.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec qos(Qos value) {
    return new PodSpec(
        flags, scheduled, kubeQos, priority, java.util.Objects.requireNonNull(value, "qos"),
        priorityClass, requiredBind, preferredBind, exclusive, numaPolicy, numaExclusive);
  }

  /**
   * {@link PriorityClass#NONE}: by {@code priority}.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec priorityClass(PriorityClass value) {
    return new PodSpec(
        flags, scheduled, kubeQos, priority, qos, java.util.Objects.requireNonNull(value,
        "priorityClass"), requiredBind, preferredBind, exclusive, numaPolicy, numaExclusive);
  }

  /**
   * Required bind.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec requiredBind(BindPolicy value) {
    return new PodSpec(
        flags, scheduled, kubeQos, priority, qos, priorityClass,
        java.util.Objects.requireNonNull(value, "requiredBind"), preferredBind, exclusive,
        numaPolicy, numaExclusive);
  }

  /**
   * Preferred bind.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec preferredBind(BindPolicy value) {
    return new PodSpec(
        flags, scheduled, kubeQos, priority, qos, priorityClass, requiredBind,
        java.util.Objects.requireNonNull(value, "preferredBind"), exclusive, numaPolicy,
        numaExclusive);
  }

  /**
   * Exclusive.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec exclusive(ExclusivePolicy value) {
    return new PodSpec(
        flags, scheduled, kubeQos, priority, qos, priorityClass, requiredBind, preferredBind,
        java.util.Objects.requireNonNull(value, "exclusive"), numaPolicy, numaExclusive);
  }

  /**
   * Numa policy.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec numaPolicy(NumaPolicy value) {
    return new PodSpec(
        flags, scheduled, kubeQos, priority, qos, priorityClass, requiredBind, preferredBind,
        exclusive, java.util.Objects.requireNonNull(value, "numaPolicy"), numaExclusive);
  }

  /**
   * Numa exclusive.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PodSpec numaExclusive(NumaExclusive value) {
    return new PodSpec(
        flags, scheduled, kubeQos, priority, qos, priorityClass, requiredBind, preferredBind,
        exclusive, numaPolicy, java.util.Objects.requireNonNull(value, "numaExclusive"));
  }

  static long write(Frame frame, PodSpec options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_pod_spec_size);
    m.put(options.flags);
    m.put(options.scheduled);
    m.put(options.kubeQos.code());
    m.put(options.priority);
    m.put(options.qos.code());
    m.put(options.priorityClass.code());
    m.put(options.requiredBind.code());
    m.put(options.preferredBind.code());
    m.put(options.exclusive.code());
    m.put(options.numaPolicy.code());
    m.put(options.numaExclusive.code());
    m.put(0);
    return m.address();
  }
}
