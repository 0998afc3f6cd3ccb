// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Policies for sharing a NUMA node between pods on one NUMA node and pods that span several:
 * singleNUMANodeExclusive. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum NumaExclusive implements Coded {
  /** Not stated. */
  UNSET(KoordRaw.KOORD_NUMA_EXCLUSIVE_UNSET),
  /** No effect, as in Koordinator. */
  PREFERRED(KoordRaw.KOORD_NUMA_EXCLUSIVE_PREFERRED),
  /** Required. */
  REQUIRED(KoordRaw.KOORD_NUMA_EXCLUSIVE_REQUIRED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NumaExclusive[] KNOWN = values();
  private final int code;

  NumaExclusive(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the spelling in Kubernetes objects ("SingleNUMANode", "Required"); "" for what is not
   * stated, "Unknown" for other numbers.
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_numa_exclusive_get_name(code);
  }

  static NumaExclusive of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
