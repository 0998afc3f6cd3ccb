package org.koord;

/**
 * Whether the NUMA zones of a node let kubelet admit a pod.
 *
 * @param refusal reason {@link Reason#NONE}: the pod passes; detail is the level
 * @param level level
 * @param container its index among the containers, or init containers, -1: the pod
 * @param resource what is missing, "" when the pod passes
 */
public record NrtVerdict(Refusal refusal, NrtLevel level, int container, String resource) {
  /** Whether the pod passes. */
  public boolean passes() {
    return !refusal.refused();
  }

  static NrtVerdict read(Memory m) {
    m.seek(8);
    return new NrtVerdict(
        Refusal.read(m), NrtLevel.of(m.i32()), m.i32(), "");
  }

  NrtVerdict naming(String missing) {
    return new NrtVerdict(refusal, level, container, missing);
  }
}
