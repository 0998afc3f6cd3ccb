package org.koord;

/**
 * How capacity is counted. Setters return this object; it is read when a call gets it. Not safe
 * for use by several threads while it is being set.
 */
public final class CapacityOptions {
  private int maxPods;

  /** Pods on one node, up to 65536; 0: 4096. */
  public CapacityOptions maxPods(int value) {
    maxPods = Frame.count("maxPods", value);
    return this;
  }

  static long write(Frame frame, CapacityOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_capacity_options_size);
    m.put(0).put(maxPods);
    return m.address();
  }
}
