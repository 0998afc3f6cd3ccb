// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Limits of the search for victims. Immutable: each setter returns a changed copy. */
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
   * Compare sets of victims as kube-scheduler does: lower highest priority, then fewer victims,
   * then lower sum of priorities. Without the flag: fewer victims, then lower priorities, sorted
   * descending and compared one by one. In both cases the number of victims under {@link
   * Protection#AVOID} is compared first, and their uids last.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PreemptOptions leastImportant(boolean on) {
    return new PreemptOptions(
        Coded.with(flags, KoordRaw.KOORD_PREEMPT_LEAST_IMPORTANT, on), budget);
  }

  /**
   * Limit of the search, for all nodes together: trying a set of victims costs 16, any other step
   * 1. 0: 2^20. The result for a node may depend on it, and on the number of nodes.
   *
   * @param value the new value
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
