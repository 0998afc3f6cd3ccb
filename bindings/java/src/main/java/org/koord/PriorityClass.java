// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Koordinator's priority class, koordinator.sh/priority-class. Numbers that only a newer library
 * knows become {@link #UNRECOGNIZED}.
 */
public enum PriorityClass implements Coded {
  /** Not stated. */
  NONE(KoordRaw.KOORD_PRIORITY_CLASS_NONE),
  /** Prod. */
  PROD(KoordRaw.KOORD_PRIORITY_CLASS_PROD),
  /** Mid. */
  MID(KoordRaw.KOORD_PRIORITY_CLASS_MID),
  /** Batch. */
  BATCH(KoordRaw.KOORD_PRIORITY_CLASS_BATCH),
  /** Free. */
  FREE(KoordRaw.KOORD_PRIORITY_CLASS_FREE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final PriorityClass[] KNOWN = values();
  private final int code;

  PriorityClass(int code) {
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
    return KoordRaw.koord_priority_class_get_name(code);
  }

  static PriorityClass of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
