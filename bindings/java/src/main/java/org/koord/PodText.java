// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a text of a pod. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum PodText implements Coded {
  /** Name. */
  NAME(KoordRaw.KOORD_POD_TEXT_NAME),
  /** Namespace. */
  NAMESPACE(KoordRaw.KOORD_POD_TEXT_NAMESPACE),
  /** "": unknown. */
  UID(KoordRaw.KOORD_POD_TEXT_UID),
  /** The node it is bound to, "": none. */
  NODE(KoordRaw.KOORD_POD_TEXT_NODE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final PodText[] KNOWN = values();
  private final int code;

  PodText(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static PodText of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
