// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What a hook did. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum HookOutcome implements Coded {
  /** A container of no pod: untouched. */
  NOT_OURS(KoordRaw.KOORD_HOOK_OUTCOME_NOT_OURS),
  /** Its control group was found, and has what the state wants. */
  DONE(KoordRaw.KOORD_HOOK_OUTCOME_DONE),
  /**
   * Untouched: there is no state, what the pod asks for is not its own, or others decide where the
   * container runs, as where every cpuset is left to kubelet ({@link AgentFlag#IGNORE_KUBELET});
   * refusal.reason is {@link Reason#NONE} then.
   */
  LEFT(KoordRaw.KOORD_HOOK_OUTCOME_LEFT),
  /** It is not to start. */
  REFUSED(KoordRaw.KOORD_HOOK_OUTCOME_REFUSED),
  /** A number that this binding does not know. As an argument it is refused. */
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
