// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Kinds of hint lists. Numbers that only a newer library knows become {@link #UNRECOGNIZED}. */
public enum NumaHintKind implements Coded {
  /** Its hints decide; no hints: as UNSATISFIABLE. */
  HINTS(KoordRaw.KOORD_NUMA_HINT_KIND_HINTS),
  /** Any NUMA nodes are suitable. */
  NO_PREFERENCE(KoordRaw.KOORD_NUMA_HINT_KIND_NO_PREFERENCE),
  /** No NUMA nodes can supply the resource. */
  UNSATISFIABLE(KoordRaw.KOORD_NUMA_HINT_KIND_UNSATISFIABLE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NumaHintKind[] KNOWN = values();
  private final int code;

  NumaHintKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NumaHintKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
