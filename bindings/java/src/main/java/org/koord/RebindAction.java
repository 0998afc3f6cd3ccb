// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Actions that a RebindResource requests. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum RebindAction implements Coded {
  /** RebindCPU. */
  CPU(KoordRaw.KOORD_REBIND_ACTION_CPU),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final RebindAction[] KNOWN = values();
  private final int code;

  RebindAction(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static RebindAction of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
