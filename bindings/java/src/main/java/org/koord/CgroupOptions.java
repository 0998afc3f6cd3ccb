// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of {@link Cgroups#open}. Immutable: each setter returns a changed copy. */
public final class CgroupOptions {
  private final CgroupDriver driver;
  private final CgroupVersion version;

  /** All defaults. */
  public CgroupOptions() {
    this(CgroupDriver.DETECT, CgroupVersion.DETECT);
  }

  private CgroupOptions(CgroupDriver driver, CgroupVersion version) {
    this.driver = driver;
    this.version = version;
  }

  /**
   * Driver.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CgroupOptions driver(CgroupDriver value) {
    return new CgroupOptions(java.util.Objects.requireNonNull(value, "driver"), version);
  }

  /**
   * Version.
   *
   * @param value the new value
   * @return a changed copy
   */
  public CgroupOptions version(CgroupVersion value) {
    return new CgroupOptions(driver, java.util.Objects.requireNonNull(value, "version"));
  }

  static long write(Frame frame, CgroupOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_cgroup_options_size);
    m.put(0);
    m.put(options.driver.code());
    m.put(options.version.code());
    return m.address();
  }
}
