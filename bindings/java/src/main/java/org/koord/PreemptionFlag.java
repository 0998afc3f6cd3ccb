// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What is said of a row of a preemption. */
public enum PreemptionFlag implements Coded {
  /** No eviction of any pods would change the reason. */
  UNRESOLVABLE(KoordRaw.KOORD_PREEMPTION_UNRESOLVABLE),
  /**
   * The budget was too small to tell the best victims: these, of which none can be spared, are what
   * kube-scheduler's way of sparing the most important first left.
   */
  UNPROVEN(KoordRaw.KOORD_PREEMPTION_UNPROVEN);

  private final int code;

  PreemptionFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
