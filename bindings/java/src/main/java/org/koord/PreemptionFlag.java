// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a row of a preemption. */
public enum PreemptionFlag implements Coded {
  /** No eviction would change the reason. */
  UNRESOLVABLE(KoordRaw.KOORD_PREEMPTION_UNRESOLVABLE),
  /**
   * The budget was too small to find the best victims. These are the victims that kube-scheduler's
   * method finds, which spares the most important pods first; all of them are needed.
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
