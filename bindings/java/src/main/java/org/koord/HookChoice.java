// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What a hook does with a container that it cannot serve. A number that a newer library knows is
 * {@link #UNRECOGNIZED}.
 */
public enum HookChoice implements Coded {
  /** Not stated: what {@link HookOptions} says of the field. */
  DEFAULT(KoordRaw.KOORD_HOOK_CHOICE_DEFAULT),
  /** The container is not to start. */
  REFUSE(KoordRaw.KOORD_HOOK_CHOICE_REFUSE),
  /** It starts without what it asks for. */
  LEAVE(KoordRaw.KOORD_HOOK_CHOICE_LEAVE),
  /** A number that this binding does not know. As an argument it is refused. */
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
