// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The outcome of a hook. Numbers that only a newer library knows become {@link #UNRECOGNIZED}. */
public enum HookOutcome implements Coded {
  /** Not changed: the container belongs to no pod. */
  NOT_OURS(KoordRaw.KOORD_HOOK_OUTCOME_NOT_OURS),
  /** Its control group has what the state demands. */
  DONE(KoordRaw.KOORD_HOOK_OUTCOME_DONE),
  /**
   * Not changed, because there is no state, or the pod claims what is not its own, or the container
   * is placed by others, for example because every cpuset is left to kubelet ({@link
   * AgentFlag#IGNORE_KUBELET}). In the last case refusal.reason is {@link Reason#NONE}.
   */
  LEFT(KoordRaw.KOORD_HOOK_OUTCOME_LEFT),
  /** The container must not start. */
  REFUSED(KoordRaw.KOORD_HOOK_OUTCOME_REFUSED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final HookOutcome[] KNOWN = values();
  private final int code;

  HookOutcome(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static HookOutcome of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
