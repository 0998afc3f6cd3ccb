package org.koord;

/** Why a call failed. A number that a newer library knows is {@link #INTERNAL}. */
public enum Status implements Coded {
  /** It did not fail. */
  OK(KoordRaw.KOORD_OK),
  /** An argument, or a field of the input, broke its contract. */
  INVALID(KoordRaw.KOORD_E_INVALID),
  /** Out of memory. */
  NO_MEMORY(KoordRaw.KOORD_E_NO_MEMORY),
  /** A buffer of the caller is too small. */
  NO_SPACE(KoordRaw.KOORD_E_NO_SPACE),
  /** It contradicts what is already held. */
  CONFLICT(KoordRaw.KOORD_E_CONFLICT),
  /** Made from a state that has changed since. */
  STALE(KoordRaw.KOORD_E_STALE),
  /** Larger than a documented bound. */
  LIMIT(KoordRaw.KOORD_E_LIMIT),
  /** No such node, pod or file. */
  NOT_FOUND(KoordRaw.KOORD_E_NOT_FOUND),
  /** The machine or a file could not be read or written. */
  IO(KoordRaw.KOORD_E_IO),
  /** Not permitted. */
  PERMISSION(KoordRaw.KOORD_E_PERMISSION),
  /** A checksum or a format signature is wrong. */
  CORRUPT(KoordRaw.KOORD_E_CORRUPT),
  /** Valid, but not something that this build or machine can do. */
  UNSUPPORTED(KoordRaw.KOORD_E_UNSUPPORTED),
  /** A bug in libkoord. */
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

  /** Stable lower-case name for logs and metrics ("no-space"). */
  public String spelling() {
    return KoordRaw.koord_status_name(code);
  }

  static Status of(int code) {
    return Coded.of(KNOWN, code, INTERNAL);
  }
}
