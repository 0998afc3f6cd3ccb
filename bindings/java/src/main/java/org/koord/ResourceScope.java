// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The scope of a resource, where it is not a container. Numbers that only a newer library knows
 * become {@link #UNRECOGNIZED}.
 */
public enum ResourceScope implements Coded {
  /** spec.resources: the pod as a whole. */
  POD(KoordRaw.KOORD_RESOURCE_SCOPE_POD),
  /** spec.overhead; only the request counts. */
  OVERHEAD(KoordRaw.KOORD_RESOURCE_SCOPE_OVERHEAD),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final ResourceScope[] KNOWN = values();
  private final int code;

  ResourceScope(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static ResourceScope of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
