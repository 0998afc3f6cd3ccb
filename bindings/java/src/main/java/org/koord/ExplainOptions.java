package org.koord;

/**
 * How closely an explanation looks. Setters return this object; it is read when a call gets it.
 * Not safe for use by several threads while it is being set.
 */
public final class ExplainOptions {
  private int nearest;
  private int maxJudgements;

  /** How many nodes are looked at closely, at most 64; 0: 3. */
  public ExplainOptions nearest(int value) {
    nearest = Frame.count("nearest", value);
    return this;
  }

  /** How often such nodes may be judged as they might be, at most 1000000; 0: 8192. */
  public ExplainOptions maxJudgements(int value) {
    maxJudgements = Frame.count("maxJudgements", value);
    return this;
  }

  static long write(Frame frame, ExplainOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_explain_options_size);
    m.put(0).put(nearest).put(maxJudgements);
    return m.address();
  }
}
