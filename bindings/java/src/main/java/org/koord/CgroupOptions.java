package org.koord;

/**
 * How control groups are opened. Setters return this object; it is read when a call gets it. Not
 * safe for use by several threads while it is being set.
 */
public final class CgroupOptions {
  private CgroupDriver driver = CgroupDriver.DETECT;
  private CgroupVersion version = CgroupVersion.DETECT;

  /** Driver. */
  public CgroupOptions driver(CgroupDriver value) {
    driver = java.util.Objects.requireNonNull(value, "driver");
    return this;
  }

  /** Version. */
  public CgroupOptions version(CgroupVersion value) {
    version = java.util.Objects.requireNonNull(value, "version");
    return this;
  }

  static long write(Frame frame, CgroupOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_cgroup_options_size);
    m.put(0).put(driver.code()).put(version.code());
    return m.address();
  }
}
