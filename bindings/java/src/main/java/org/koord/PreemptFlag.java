// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a preemption. */
public enum PreemptFlag implements Coded {
  /**
   * Compare sets of victims as kube-scheduler does: lower highest priority, then fewer victims,
   * then lower sum of priorities. Without the flag: fewer victims, then lower priorities, sorted
   * descending and compared one by one. In both cases the number of victims under {@link
   * Protection#AVOID} is compared first, and their uids last.
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
