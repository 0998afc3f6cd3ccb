// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a NUMA hint. */
public enum NumaHintFlag implements Coded {
  /** The best that is possible for this resource. */
  PREFERRED(KoordRaw.KOORD_NUMA_HINT_PREFERRED),
  /** Any NUMA nodes; {@code nodes} is 0. */
  NO_AFFINITY(KoordRaw.KOORD_NUMA_HINT_NO_AFFINITY);

  private final int code;

  NumaHintFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
