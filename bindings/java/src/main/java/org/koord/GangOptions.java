// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Limits of the search for a gang's placement. Immutable: each setter returns a changed copy. */
public final class GangOptions {
  private final long budget;
  private final int maxNodes;

  /** All defaults. */
  public GangOptions() {
    this(0, 0);
  }

  private GangOptions(long budget, int maxNodes) {
    this.budget = budget;
    this.maxNodes = maxNodes;
  }

  /**
   * The work allowed, see {@link Cluster#planGang}; 0: 5000.
   *
   * @param value the new value
   * @return a changed copy
   */
  public GangOptions budget(long value) {
    return new GangOptions(Frame.count("budget", value), maxNodes);
  }

  /**
   * Number of nodes that the pods may use; 0: any number.
   *
   * @param value the new value
   * @return a changed copy
   */
  public GangOptions maxNodes(int value) {
    return new GangOptions(budget, Frame.count("maxNodes", value));
  }

  static long write(Frame frame, GangOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_gang_options_size);
    m.put(0);
    m.put(options.budget);
    m.put(options.maxNodes);
    m.put(0);
    return m.address();
  }
}
