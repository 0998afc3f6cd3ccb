package org.koord;

/**
 * How other CPUs are looked for. Setters return this object; it is read when a call gets it. Not
 * safe for use by several threads while it is being set.
 */
public final class RebindOptions {
  private int flags;
  private int maxMoved;
  private int budget;

  /** no pod comes to be on more NUMA nodes than it is. */
  public RebindOptions noNewCrossing(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_REBIND_NO_NEW_CROSSING, on);
    return this;
  }

  /** Pods that may move; 0: any number. */
  public RebindOptions maxMoved(int value) {
    maxMoved = Frame.count("maxMoved", value);
    return this;
  }

  /** Placements tried, up to {@link RebindBudget#MAX}; 0: {@link RebindBudget#DEFAULT}. */
  public RebindOptions budget(int value) {
    budget = Frame.count("budget", value);
    return this;
  }

  static long write(Frame frame, RebindOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_rebind_options_size);
    m.put(flags).put(maxMoved).put(budget);
    return m.address();
  }
}
