// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Limits of a rebind. Immutable: each setter returns a changed copy. */
public final class RebindOptions {
  private final int flags;
  private final int maxMoved;
  private final int budget;

  /** All defaults. */
  public RebindOptions() {
    this(0, 0, 0);
  }

  private RebindOptions(int flags, int maxMoved, int budget) {
    this.flags = flags;
    this.maxMoved = maxMoved;
    this.budget = budget;
  }

  /**
   * No pod spans more NUMA nodes than before.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public RebindOptions noNewCrossing(boolean on) {
    return new RebindOptions(
        Coded.with(flags, KoordRaw.KOORD_REBIND_NO_NEW_CROSSING, on), maxMoved, budget);
  }

  /**
   * Number of pods that may move; 0: any number.
   *
   * @param value the new value
   * @return a changed copy
   */
  public RebindOptions maxMoved(int value) {
    return new RebindOptions(flags, Frame.count("maxMoved", value), budget);
  }

  /**
   * Number of placements that may be tried, up to {@link RebindBudget#MAX}; 0: {@link
   * RebindBudget#DEFAULT}.
   *
   * @param value the new value
   * @return a changed copy
   */
  public RebindOptions budget(int value) {
    return new RebindOptions(flags, maxMoved, Frame.count("budget", value));
  }

  static long write(Frame frame, RebindOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_rebind_options_size);
    m.put(options.flags);
    m.put(options.maxMoved);
    m.put(options.budget);
    return m.address();
  }
}
