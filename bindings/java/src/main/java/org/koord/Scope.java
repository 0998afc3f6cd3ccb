// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The scope in which a resource is short. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum Scope implements Coded {
  /** Not a resource shortage. */
  NONE(KoordRaw.KOORD_SCOPE_NONE),
  /** The whole node has too little. */
  NODE(KoordRaw.KOORD_SCOPE_NODE),
  /** Each single NUMA node has too little of something. */
  NUMA_NODE(KoordRaw.KOORD_SCOPE_NUMA_NODE),
  /** The largest number of NUMA nodes that the pod may span has too little together. */
  NUMA_NODES(KoordRaw.KOORD_SCOPE_NUMA_NODES),
  /** Each single device has too little of something left. */
  DEVICE(KoordRaw.KOORD_SCOPE_DEVICE),
  /** Too few devices in any one place that the pod's devices must share. */
  PLACE(KoordRaw.KOORD_SCOPE_PLACE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final Scope[] KNOWN = values();
  private final int code;

  Scope(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static Scope of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
