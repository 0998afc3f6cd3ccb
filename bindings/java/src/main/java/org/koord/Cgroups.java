// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** The control groups of a machine, open. Calls that take one read and write its files. */
public final class Cgroups extends Handle {
  Cgroups(long address) {
    super(address, KoordRaw::koord_cgroups_close, true);
  }

  /**
   * Opens what is mounted at {@code mount} (null: /sys/fs/cgroup); of version 1 its directories
   * cpuset and cpu. Nothing above them is ever reached, and no symbolic link in them followed.
   * {@code root} is kubelet's cgroupRoot, null: none. {@code options} is nullable.
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
   * Get info.
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
   * Makes the writes of a plan, in order, each verified by reading back what is in force. Old
   * values are read before anything is written; groups that have ended are left out; where a write
   * fails those made are taken back. What fails so is not a failure of the call: the report tells.
   * A plan that is in force is done without a write. {@code cgroups} must be those that the plan
   * was made from, or the same opened anew.
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
