// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The opened control groups of a machine. Calls that take this handle read and write cgroup files.
 */
public final class Cgroups extends Handle {
  Cgroups(long address) {
    super(address, KoordRaw::koord_cgroups_close, true);
  }

  /**
   * Opens the control groups mounted at {@code mount} (null: /sys/fs/cgroup); for version 1 its
   * directories cpuset and cpu. No access leaves these directories, and symbolic links in them are
   * not followed. {@code root} is kubelet's cgroupRoot, null: none.
   *
   * @param mount the mount; may be null
   * @param root the root; may be null
   * @param options the options; may be null
   * @return the cgroups
   * @throws KoordException.NotFound no such directory, or neither kubepods.slice nor kubepods in it
   * @throws KoordException.Permission not permitted
   * @throws KoordException.Unsupported version 2 without the cpuset controller
   * @throws KoordException.Io the machine or a file could not be read or written
   */
  public static Cgroups open(String mount, String root, CgroupOptions options) {
    byte[] mountText = Frame.utf8(mount);
    byte[] rootText = Frame.utf8(root);
    try (Frame f = Frame.open()) {
      long optionsAt = CgroupOptions.write(f, options);
      Memory cgroupsOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cgroups_open(mountText, rootText, optionsAt, cgroupsOut.address(),
          f.error()));
      return f.made(cgroupsOut, Cgroups::new);
    }
  }

  /**
   * {@link #open(String, String, CgroupOptions)} with null for mount and root and options.
   *
   * @return the cgroups
   */
  public static Cgroups open() {
    return open((String) null, (String) null, (CgroupOptions) null);
  }

  /**
   * Returns driver, version and properties.
   *
   * @return the info
   */
  public CgroupsInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_cgroups_info_size);
      f.check(KoordRaw.koord_cgroups_get_info(at, infoOut.address(), f.error()));
      return CgroupsInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Makes the writes of a plan in order, and verifies each by reading back the effective value. Old
   * values are read before anything is written. Groups that no longer exist are skipped. If a write
   * fails, the writes already made are rolled back. Write failures are reported in the answer, not
   * as a status. A plan that is already in effect causes no writes. {@code cgroups} must be the
   * handle that the plan was made from, or the same control groups opened again.
   *
   * @param plan the plan
   * @return the cgroup report
   * @throws KoordException.NoMemory nothing was written
   */
  public CgroupReport apply(CgroupPlan plan) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long planAt = f.read("plan", plan);
      Memory cgroupReportOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cgroups_apply(at, planAt, cgroupReportOut.address(), f.error()));
      return f.made(cgroupReportOut, CgroupReport::new);
    }
  }
}
