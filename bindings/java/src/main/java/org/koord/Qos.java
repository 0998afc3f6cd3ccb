// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Koordinator's QoS class, koordinator.sh/qosClass. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum Qos implements Coded {
  /** Not stated. */
  NONE(KoordRaw.KOORD_QOS_NONE),
  /** Latency sensitive, exclusive. */
  LSE(KoordRaw.KOORD_QOS_LSE),
  /** Latency sensitive, reserved: shares its CPUs with BE only. */
  LSR(KoordRaw.KOORD_QOS_LSR),
  /** Latency sensitive, on the shared pool. */
  LS(KoordRaw.KOORD_QOS_LS),
  /** Best effort. */
  BE(KoordRaw.KOORD_QOS_BE),
  /** System. */
  SYSTEM(KoordRaw.KOORD_QOS_SYSTEM),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final Qos[] KNOWN = values();
  private final int code;

  Qos(int code) {
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
    return KoordRaw.koord_qos_get_name(code);
  }

  static Qos of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
