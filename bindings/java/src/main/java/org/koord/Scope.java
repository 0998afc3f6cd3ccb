// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Where an amount lacks. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum Scope implements Coded {
  /** Not a resource shortage. */
  NONE(KoordRaw.KOORD_SCOPE_NONE),
  /** The whole node has too little. */
  NODE(KoordRaw.KOORD_SCOPE_NODE),
  /** Each NUMA node alone has too little of something. */
  NUMA_NODE(KoordRaw.KOORD_SCOPE_NUMA_NODE),
  /** As many NUMA nodes as the pod may keep to have too little. */
  NUMA_NODES(KoordRaw.KOORD_SCOPE_NUMA_NODES),
  /** Each device alone has too little left of something. */
  DEVICE(KoordRaw.KOORD_SCOPE_DEVICE),
  /** Too few devices within what those of the pod must share. */
  PLACE(KoordRaw.KOORD_SCOPE_PLACE),
  /** A number that this binding does not know. As an argument it is refused. */
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
