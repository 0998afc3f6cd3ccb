// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Policies for aligning resources to NUMA nodes. Numbers that only a newer library knows become
 * {@link #UNRECOGNIZED}.
 */
public enum NumaPolicy implements Coded {
  /** Not stated. */
  UNSET(KoordRaw.KOORD_NUMA_POLICY_UNSET),
  /** None. */
  NONE(KoordRaw.KOORD_NUMA_POLICY_NONE),
  /** Best effort. */
  BEST_EFFORT(KoordRaw.KOORD_NUMA_POLICY_BEST_EFFORT),
  /** Restricted. */
  RESTRICTED(KoordRaw.KOORD_NUMA_POLICY_RESTRICTED),
  /** Single numa node. */
  SINGLE_NUMA_NODE(KoordRaw.KOORD_NUMA_POLICY_SINGLE_NUMA_NODE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NumaPolicy[] KNOWN = values();
  private final int code;

  NumaPolicy(int code) {
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
    return KoordRaw.koord_numa_policy_get_name(code);
  }

  static NumaPolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
