// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Result of every call that can fail: 0 or negative. Numbers are never changed or reused. Numbers
 * that only a newer library knows become {@link #INTERNAL}.
 */
public enum Status implements Coded {
  /** Success. */
  OK(KoordRaw.KOORD_OK),
  /** An argument, or a field of the input, violates its contract. */
  INVALID(KoordRaw.KOORD_E_INVALID),
  /** Out of memory. */
  NO_MEMORY(KoordRaw.KOORD_E_NO_MEMORY),
  /** The caller's buffer is too small. */
  NO_SPACE(KoordRaw.KOORD_E_NO_SPACE),
  /** Contradicts what is already allocated. */
  CONFLICT(KoordRaw.KOORD_E_CONFLICT),
  /** Made from a state that has changed since. */
  STALE(KoordRaw.KOORD_E_STALE),
  /** Larger than a documented bound. */
  LIMIT(KoordRaw.KOORD_E_LIMIT),
  /** No such node, pod, file or other named object. */
  NOT_FOUND(KoordRaw.KOORD_E_NOT_FOUND),
  /** The machine or a file could not be read or written. */
  IO(KoordRaw.KOORD_E_IO),
  /** Not permitted. */
  PERMISSION(KoordRaw.KOORD_E_PERMISSION),
  /** A checksum is wrong, or what was read contradicts itself. */
  CORRUPT(KoordRaw.KOORD_E_CORRUPT),
  /** Valid, but this build or machine cannot do it. */
  UNSUPPORTED(KoordRaw.KOORD_E_UNSUPPORTED),
  /** A bug in libkoord; please report it. */
  INTERNAL(KoordRaw.KOORD_E_INTERNAL);

  private static final Status[] KNOWN = values();
  private final int code;

  Status(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the stable lower-case name of a status for logs and metrics ("no-space"); "unknown" for
   * others.
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_status_get_name(code);
  }

  static Status of(int code) {
    return Coded.of(KNOWN, code, INTERNAL);
  }
}
