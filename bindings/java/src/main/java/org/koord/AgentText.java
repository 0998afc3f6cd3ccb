// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a text of a {@link AgentState}. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum AgentText implements Coded {
  /** Name. */
  NAME(KoordRaw.KOORD_AGENT_TEXT_NAME),
  /** Boot id. */
  BOOT_ID(KoordRaw.KOORD_AGENT_TEXT_BOOT_ID),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final AgentText[] KNOWN = values();
  private final int code;

  AgentText(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static AgentText of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
