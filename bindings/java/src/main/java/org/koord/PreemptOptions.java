// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** How much is tried to find victims. Immutable: each setter returns a changed copy. */
public final class PreemptOptions {
  private final int flags;
  private final long budget;

  /** All defaults. */
  public PreemptOptions() {
    this(0, 0);
  }

  private PreemptOptions(int flags, long budget) {
    this.flags = flags;
    this.budget = budget;
  }

  /**
   * Of two sets of victims the one whose highest priority is lower, then the smaller one, then that
   * with the lower sum of priorities, as kube-scheduler has it. Without it: the smaller one, then
   * that with lower priorities, sorted descending and compared one by one. Victims under {@link
   * Protection#AVOID} count before either, their uids after both.
   *
   * @param on whether it is so
   * @return a changed copy
   */
  public PreemptOptions leastImportant(boolean on) {
    return new PreemptOptions(
        Coded.with(flags, KoordRaw.KOORD_PREEMPT_LEAST_IMPORTANT, on), budget);
  }

  /**
   * How much is searched on all nodes together: a set of victims that is tried costs 16, any other
   * step 1. 0: 2^20. A node's answer may depend on it, and on how many nodes there are.
   *
   * @param value what it is to be
   * @return a changed copy
   */
  public PreemptOptions budget(long value) {
    return new PreemptOptions(flags, Frame.count("budget", value));
  }

  static long write(Frame frame, PreemptOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_preempt_options_size);
    m.put(options.flags);
    m.put(options.budget);
    return m.address();
  }
}
