package org.koord;

/**
 * What was measured on a node, in milli-CPU. Setters return this object; it is read when a call
 * gets it. Not safe for use by several threads while it is being set.
 */
public final class SuppressUsage {
  private long capacity;
  private long nodeUsed;
  private long podsUsed;
  private long hostAppsUsed;
  private long nonBePodsUsed;
  private long nonBeHostAppsUsed;
  private long reserved;
  private long quotaUs;
  private int thresholdPercent;
  private int minimumPercent;

  /** Of the node; 0: the machine's CPUs. */
  public SuppressUsage capacity(long value) {
    capacity = value;
    return this;
  }

  /** By everything. */
  public SuppressUsage nodeUsed(long value) {
    nodeUsed = value;
    return this;
  }

  /** By all pods. */
  public SuppressUsage podsUsed(long value) {
    podsUsed = value;
    return this;
  }

  /** By all applications that are no pods. */
  public SuppressUsage hostAppsUsed(long value) {
    hostAppsUsed = value;
    return this;
  }

  /** By pods that are not BE. */
  public SuppressUsage nonBePodsUsed(long value) {
    nonBePodsUsed = value;
    return this;
  }

  /** Non be host apps used. */
  public SuppressUsage nonBeHostAppsUsed(long value) {
    nonBeHostAppsUsed = value;
    return this;
  }

  /** For the system; 0: the most that kubelet and annotation reserve. */
  public SuppressUsage reserved(long value) {
    reserved = value;
    return this;
  }

  /** Quota that BE has now, per 100 ms; 0 or less: none. */
  public SuppressUsage quotaUs(long value) {
    quotaUs = value;
    return this;
  }

  /** Of the capacity, that all are to keep to; 0: 65. */
  public SuppressUsage thresholdPercent(int value) {
    thresholdPercent = Frame.count("thresholdPercent", value);
    return this;
  }

  /** Of the capacity, that BE has in any case; 0: nothing. */
  public SuppressUsage minimumPercent(int value) {
    minimumPercent = Frame.count("minimumPercent", value);
    return this;
  }

  static long write(Frame frame, SuppressUsage options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_suppress_usage_size);
    m.put(0).put(capacity).put(nodeUsed).put(podsUsed).put(hostAppsUsed)
        .put(nonBePodsUsed).put(nonBeHostAppsUsed).put(reserved).put(quotaUs).put(thresholdPercent)
        .put(minimumPercent);
    return m.address();
  }
}
