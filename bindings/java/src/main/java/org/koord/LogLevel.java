// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Severity of a diagnostic. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum LogLevel implements Coded {
  /** Info. */
  INFO(KoordRaw.KOORD_LOG_LEVEL_INFO),
  /** Warning. */
  WARNING(KoordRaw.KOORD_LOG_LEVEL_WARNING),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final LogLevel[] KNOWN = values();
  private final int code;

  LogLevel(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static LogLevel of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
