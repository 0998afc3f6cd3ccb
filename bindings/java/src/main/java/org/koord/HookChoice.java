// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Actions of a hook for a container that it cannot serve. Numbers that only a newer library knows
 * become {@link #UNRECOGNIZED}.
 */
public enum HookChoice implements Coded {
  /** Not stated: the default of the field in {@link HookOptions}. */
  DEFAULT(KoordRaw.KOORD_HOOK_CHOICE_DEFAULT),
  /** The container must not start. */
  REFUSE(KoordRaw.KOORD_HOOK_CHOICE_REFUSE),
  /** The container starts without what it requests. */
  LEAVE(KoordRaw.KOORD_HOOK_CHOICE_LEAVE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final HookChoice[] KNOWN = values();
  private final int code;

  HookChoice(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static HookChoice of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
