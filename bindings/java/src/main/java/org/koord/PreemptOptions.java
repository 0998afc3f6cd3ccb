package org.koord;

/**
 * How victims are chosen. Setters return this object; it is read when a call gets it. Not safe for
 * use by several threads while it is being set.
 */
public final class PreemptOptions {
  private int flags;
  private long budget;

  /**
   * Of two sets of victims the one whose highest priority is lower, then the smaller one, then
   * that with the lower sum of priorities, as kube-scheduler has it; else the smaller one, then
   * that with lower priorities.
   */
  public PreemptOptions leastImportant(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_PREEMPT_LEAST_IMPORTANT, on);
    return this;
  }

  /**
   * How much is searched on all nodes together: a set of victims that is tried costs 16, any other
   * step 1. 0: 2^20. A node's answer may depend on it, and on how many nodes there are.
   */
  public PreemptOptions budget(long value) {
    budget = Frame.count("budget", value);
    return this;
  }

  static long write(Frame frame, PreemptOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_preempt_options_size);
    m.put(flags).put(budget);
    return m.address();
  }
}
