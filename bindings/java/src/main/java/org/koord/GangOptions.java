package org.koord;

/**
 * How places of a gang are looked for. Setters return this object; it is read when a call gets it.
 * Not safe for use by several threads while it is being set.
 */
public final class GangOptions {
  private long budget;
  private int maxNodes;

  /** How often a pod may be tried on a node; 0: 5000. */
  public GangOptions budget(long value) {
    budget = Frame.count("budget", value);
    return this;
  }

  /** The pods may use so many nodes; 0: any number. */
  public GangOptions maxNodes(int value) {
    maxNodes = Frame.count("maxNodes", value);
    return this;
  }

  static long write(Frame frame, GangOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_gang_options_size);
    m.put(0).put(budget).put(maxNodes);
    return m.address();
  }
}
