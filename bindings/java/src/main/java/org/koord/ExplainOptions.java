// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Limits of the work for an explanation. Immutable: each setter returns a changed copy. */
public final class ExplainOptions {
  private final int nearest;
  private final int maxJudgements;

  /** All defaults. */
  public ExplainOptions() {
    this(0, 0);
  }

  private ExplainOptions(int nearest, int maxJudgements) {
    this.nearest = nearest;
    this.maxJudgements = maxJudgements;
  }

  /**
   * Number of nodes to examine closely, at most 64; 0: 3.
   *
   * @param value the new value
   * @return a changed copy
   */
  public ExplainOptions nearest(int value) {
    return new ExplainOptions(Frame.count("nearest", value), maxJudgements);
  }

  /**
   * Limit of trial judgements on these nodes, with something changed; at most 1000000; 0: 8192.
   *
   * @param value the new value
   * @return a changed copy
   */
  public ExplainOptions maxJudgements(int value) {
    return new ExplainOptions(nearest, Frame.count("maxJudgements", value));
  }

  static long write(Frame frame, ExplainOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_explain_options_size);
    m.put(0);
    m.put(options.nearest);
    m.put(options.maxJudgements);
    return m.address();
  }
}
