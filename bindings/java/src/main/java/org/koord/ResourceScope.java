// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The scope of a resource, where it is not a container. A number that a newer library knows is
 * {@link #UNRECOGNIZED}.
 */
public enum ResourceScope implements Coded {
  /** spec.resources: the pod as a whole. */
  POD(KoordRaw.KOORD_RESOURCE_SCOPE_POD),
  /** spec.overhead; only the request counts. */
  OVERHEAD(KoordRaw.KOORD_RESOURCE_SCOPE_OVERHEAD),
  /** A number that this binding does not know. As an argument it is refused. */
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
