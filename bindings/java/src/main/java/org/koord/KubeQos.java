// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The QoS class of Kubernetes. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum KubeQos implements Coded {
  /** Best effort. */
  BEST_EFFORT(KoordRaw.KOORD_KUBE_QOS_BEST_EFFORT),
  /** Burstable. */
  BURSTABLE(KoordRaw.KOORD_KUBE_QOS_BURSTABLE),
  /** Guaranteed. */
  GUARANTEED(KoordRaw.KOORD_KUBE_QOS_GUARANTEED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final KubeQos[] KNOWN = values();
  private final int code;

  KubeQos(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the spelling in Kubernetes objects ("LSR", "Guaranteed", "koord-prod"); "" for what is
   * not stated, "Unknown" for other numbers.
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_kube_qos_get_name(code);
  }

  static KubeQos of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
