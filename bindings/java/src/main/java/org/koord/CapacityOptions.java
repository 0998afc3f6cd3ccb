// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Limits of a capacity count. Immutable: each setter returns a changed copy. */
public final class CapacityOptions {
  private final int maxPods;

  /** All defaults. */
  public CapacityOptions() {
    this(0);
  }

  private CapacityOptions(int maxPods) {
    this.maxPods = maxPods;
  }

  /**
   * Most pods to count on one node, up to 65536; 0: 4096.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CapacityOptions maxPods(int value) {
    return new CapacityOptions(Frame.count("maxPods", value));
  }

  static long write(Frame frame, CapacityOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_capacity_options_size);
    m.put(0);
    m.put(options.maxPods);
    return m.address();
  }
}
