// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Kinds of steps of a plan. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum StepKind implements Coded {
  /** A pod is evicted and its allocations are freed. */
  RELEASE(KoordRaw.KOORD_STEP_KIND_RELEASE),
  /** A pod is placed on a node. */
  PLACE(KoordRaw.KOORD_STEP_KIND_PLACE),
  /** A pod of the node gets other allocations. */
  MOVE(KoordRaw.KOORD_STEP_KIND_MOVE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final StepKind[] KNOWN = values();
  private final int code;

  StepKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static StepKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
