// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The stage at which a runtime asks. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum HookStage implements Coded {
  /** Run pod sandbox. */
  RUN_POD_SANDBOX(KoordRaw.KOORD_HOOK_STAGE_RUN_POD_SANDBOX),
  /** Create container. */
  CREATE_CONTAINER(KoordRaw.KOORD_HOOK_STAGE_CREATE_CONTAINER),
  /** Start container. */
  START_CONTAINER(KoordRaw.KOORD_HOOK_STAGE_START_CONTAINER),
  /** UpdateContainerResources. */
  UPDATE_CONTAINER(KoordRaw.KOORD_HOOK_STAGE_UPDATE_CONTAINER),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final HookStage[] KNOWN = values();
  private final int code;

  HookStage(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the name, "CreateContainer".
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_hook_stage_get_name(code);
  }

  static HookStage of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
