// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The control groups that a machine has.
 *
 * @param properties flags, which the methods below test
 * @param driver driver
 * @param version version
 */
public record CgroupsInfo(int properties, CgroupDriver driver, CgroupVersion version) {
  /**
   * Version 1 is used, although version 2 is mounted beside it.
   *
   * @return true if the flag is set
   */
  public boolean hybrid() {
    return (properties & KoordRaw.KOORD_CGROUPS_HYBRID) != 0;
  }

  static CgroupsInfo read(Memory m) {
    m.seek(8);
    return new CgroupsInfo(
        m.i32(), CgroupDriver.of(m.i32()), CgroupVersion.of(m.i32()));
  }
}
