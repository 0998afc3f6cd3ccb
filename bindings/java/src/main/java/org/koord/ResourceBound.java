// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects one of the two amounts that a container states of a resource. Numbers that only a newer
 * library knows become {@link #UNRECOGNIZED}.
 */
public enum ResourceBound implements Coded {
  /** Request. */
  REQUEST(KoordRaw.KOORD_RESOURCE_BOUND_REQUEST),
  /** Limit. */
  LIMIT(KoordRaw.KOORD_RESOURCE_BOUND_LIMIT),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final ResourceBound[] KNOWN = values();
  private final int code;

  ResourceBound(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static ResourceBound of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
