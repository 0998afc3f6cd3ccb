// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a pod. */
public enum PodFlag implements Coded {
  /** Phase Succeeded or Failed. */
  TERMINATED(KoordRaw.KOORD_POD_TERMINATED),
  /** {@code kube_qos} is status.qosClass; else it is computed. */
  HAS_KUBE_QOS(KoordRaw.KOORD_POD_HAS_KUBE_QOS),
  /** spec.resources is present, even if empty. */
  HAS_POD_LEVEL(KoordRaw.KOORD_POD_HAS_POD_LEVEL),
  /**
   * A toleration of the taint node.kubernetes.io/unschedulable:NoSchedule: nodes with
   * spec.unschedulable accept the pod.
   */
  TOLERATES_UNSCHEDULABLE(KoordRaw.KOORD_POD_TOLERATES_UNSCHEDULABLE),
  /** Condition Initialized of a bound pod: its init containers, except sidecars, have ended. */
  INITIALIZED(KoordRaw.KOORD_POD_INITIALIZED);

  private final int code;

  PodFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
