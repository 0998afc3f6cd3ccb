// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * The path of a group below its controller's root (version 2: below the mount), without '/' in
 * front. Pure: nothing is read.
 */
public final class CgroupPath extends Handle {
  CgroupPath(long address) {
    super(address, KoordRaw::koord_cgroup_path_free, true);
  }

  /**
   * The path of kubepods.
   *
   * @param driver not {@link CgroupDriver#DETECT}.
   * @param root kubelet's cgroupRoot; null: none.
   * @return the cgroup path
   * @throws KoordException.Invalid a root other than up to 4 names of letters, digits, '_', '.' and
   *     '-'
   */
  public static CgroupPath create(CgroupDriver driver, String root) {
    byte[] rootText = Frame.utf8(root);
    try (Frame f = Frame.open()) {
      int driverCode = Coded.code("driver", driver);
      Memory cgroupPathOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cgroup_path_new(driverCode, rootText, cgroupPathOut.address(),
          f.error()));
      return f.made(cgroupPathOut, CgroupPath::new);
    }
  }

  /**
   * The path becomes that of a pod. uid null: that of the QoS class, which for Guaranteed is
   * kubepods itself.
   *
   * @param qos the qos
   * @param uid the uid; may be null
   * @return this object
   * @throws KoordException.Invalid a uid other than up to 64 of a-z, 0-9 and '-'
   */
  public CgroupPath setPod(KubeQos qos, String uid) {
    byte[] uidText = Frame.utf8(uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      int qosCode = Coded.code("qos", qos);
      f.check(KoordRaw.koord_cgroup_path_set_pod(at, qosCode, uidText, f.error()));
      return this;
    }
  }

  /**
   * The path becomes that of a container of the pod that was set last. id null: that of the pod,
   * and {@code runtime} is not looked at.
   *
   * @param runtime the runtime
   * @param id the id; may be null
   * @return this object
   * @throws KoordException.Invalid no pod was set; an id other than up to 128 of 0-9 and a-f
   */
  public CgroupPath setContainer(CgroupRuntime runtime, String id) {
    byte[] idText = Frame.utf8(id);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      int runtimeCode = Coded.code("runtime", runtime);
      f.check(KoordRaw.koord_cgroup_path_set_container(at, runtimeCode, idText, f.error()));
      return this;
    }
  }

  /**
   * Writes it as {@link CpuSet} writes text.
   *
   * @return the text
   */
  public String format() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_cgroup_path_format(at, room_,
          capacity_, needed_, f.error()));
    }
  }
}
