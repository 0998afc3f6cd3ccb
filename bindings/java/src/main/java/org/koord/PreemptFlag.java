// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Options of a preemption. */
public enum PreemptFlag implements Coded {
  /**
   * Of two sets of victims the one whose highest priority is lower, then the smaller one, then that
   * with the lower sum of priorities, as kube-scheduler has it. Without it: the smaller one, then
   * that with lower priorities, sorted descending and compared one by one. Victims under {@link
   * Protection#AVOID} count before either, their uids after both.
   */
  LEAST_IMPORTANT(KoordRaw.KOORD_PREEMPT_LEAST_IMPORTANT);

  private final int code;

  PreemptFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
