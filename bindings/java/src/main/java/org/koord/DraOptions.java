// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Limits of an allocation. Immutable: each setter returns a changed copy. */
public final class DraOptions {
  private final int flags;
  private final long maxSteps;

  /** All defaults. */
  public DraOptions() {
    this(0, 0);
  }

  private DraOptions(int flags, long maxSteps) {
    this.flags = flags;
    this.maxSteps = maxSteps;
  }

  /**
   * Any allocation will do: for a filter.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public DraOptions any(boolean on) {
    return new DraOptions(Coded.with(flags, KoordRaw.KOORD_DRA_OPTIONS_ANY, on), maxSteps);
  }

  /**
   * Find remedies after a refusal; takes up to max_steps more steps.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public DraOptions remedies(boolean on) {
    return new DraOptions(Coded.with(flags, KoordRaw.KOORD_DRA_OPTIONS_REMEDIES, on), maxSteps);
  }

  /**
   * 0: 100,000.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraOptions maxSteps(long value) {
    return new DraOptions(flags, Frame.count("maxSteps", value));
  }

  static long write(Frame frame, DraOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_dra_options_size);
    m.put(options.flags);
    m.put(options.maxSteps);
    return m.address();
  }
}
