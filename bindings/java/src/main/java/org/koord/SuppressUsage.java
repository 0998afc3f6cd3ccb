// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Measured usage of a node, in milli-CPU. Immutable: each setter returns a changed copy. */
public final class SuppressUsage {
  private final long capacity;
  private final long nodeUsed;
  private final long podsUsed;
  private final long hostAppsUsed;
  private final long nonBePodsUsed;
  private final long nonBeHostAppsUsed;
  private final long reserved;
  private final long quotaUs;
  private final int thresholdPercent;
  private final int minimumPercent;

  /** All defaults. */
  public SuppressUsage() {
    this(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  private SuppressUsage(
      long capacity, long nodeUsed, long podsUsed, long hostAppsUsed, long nonBePodsUsed, long
      nonBeHostAppsUsed, long reserved, long quotaUs, int thresholdPercent, int minimumPercent) {
    this.capacity = capacity;
    this.nodeUsed = nodeUsed;
    this.podsUsed = podsUsed;
    this.hostAppsUsed = hostAppsUsed;
    this.nonBePodsUsed = nonBePodsUsed;
    this.nonBeHostAppsUsed = nonBeHostAppsUsed;
    this.reserved = reserved;
    this.quotaUs = quotaUs;
    this.thresholdPercent = thresholdPercent;
    this.minimumPercent = minimumPercent;
  }

  /**
   * Capacity of the node; 0: the machine's CPUs.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage capacity(long value) {
    return new SuppressUsage(
        value, nodeUsed, podsUsed, hostAppsUsed, nonBePodsUsed, nonBeHostAppsUsed, reserved,
        quotaUs, thresholdPercent, minimumPercent);
  }

  /**
   * Everything on the node.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage nodeUsed(long value) {
    return new SuppressUsage(
        capacity, value, podsUsed, hostAppsUsed, nonBePodsUsed, nonBeHostAppsUsed, reserved,
        quotaUs, thresholdPercent, minimumPercent);
  }

  /**
   * All pods.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage podsUsed(long value) {
    return new SuppressUsage(
        capacity, nodeUsed, value, hostAppsUsed, nonBePodsUsed, nonBeHostAppsUsed, reserved,
        quotaUs, thresholdPercent, minimumPercent);
  }

  /**
   * All applications that are not pods.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage hostAppsUsed(long value) {
    return new SuppressUsage(
        capacity, nodeUsed, podsUsed, value, nonBePodsUsed, nonBeHostAppsUsed, reserved, quotaUs,
        thresholdPercent, minimumPercent);
  }

  /**
   * Pods that are not BE.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage nonBePodsUsed(long value) {
    return new SuppressUsage(
        capacity, nodeUsed, podsUsed, hostAppsUsed, value, nonBeHostAppsUsed, reserved, quotaUs,
        thresholdPercent, minimumPercent);
  }

  /**
   * Applications that are neither pods nor BE.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage nonBeHostAppsUsed(long value) {
    return new SuppressUsage(
        capacity, nodeUsed, podsUsed, hostAppsUsed, nonBePodsUsed, value, reserved, quotaUs,
        thresholdPercent, minimumPercent);
  }

  /**
   * Reserved for the system; 0: the larger of kubelet's and the annotation's.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage reserved(long value) {
    return new SuppressUsage(
        capacity, nodeUsed, podsUsed, hostAppsUsed, nonBePodsUsed, nonBeHostAppsUsed, value,
        quotaUs, thresholdPercent, minimumPercent);
  }

  /**
   * Current quota of BE per 100 ms; 0 or less: none.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage quotaUs(long value) {
    return new SuppressUsage(
        capacity, nodeUsed, podsUsed, hostAppsUsed, nonBePodsUsed, nonBeHostAppsUsed, reserved,
        value, thresholdPercent, minimumPercent);
  }

  /**
   * Limit on the total usage, in percent of capacity; 0: 65.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage thresholdPercent(int value) {
    return new SuppressUsage(
        capacity, nodeUsed, podsUsed, hostAppsUsed, nonBePodsUsed, nonBeHostAppsUsed, reserved,
        quotaUs, Frame.count("thresholdPercent", value), minimumPercent);
  }

  /**
   * Guaranteed to BE, in percent of capacity; 0: nothing.
   *
   * @param value the new value
   * @return a changed copy
   */
  public SuppressUsage minimumPercent(int value) {
    return new SuppressUsage(
        capacity, nodeUsed, podsUsed, hostAppsUsed, nonBePodsUsed, nonBeHostAppsUsed, reserved,
        quotaUs, thresholdPercent, Frame.count("minimumPercent", value));
  }

  static long write(Frame frame, SuppressUsage options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_suppress_usage_size);
    m.put(0);
    m.put(options.capacity);
    m.put(options.nodeUsed);
    m.put(options.podsUsed);
    m.put(options.hostAppsUsed);
    m.put(options.nonBePodsUsed);
    m.put(options.nonBeHostAppsUsed);
    m.put(options.reserved);
    m.put(options.quotaUs);
    m.put(options.thresholdPercent);
    m.put(options.minimumPercent);
    return m.address();
  }
}
