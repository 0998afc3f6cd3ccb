// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The path of a control group below the root of its controller (version 2: below the mount),
 * without a leading '/'. Pure: nothing is read.
 */
public final class CgroupPath extends Handle {
  CgroupPath(long address) {
    super(address, KoordRaw::koord_cgroup_path_free, true);
  }

  /**
   * Creates the path of kubepods.
   *
   * @param driver must not be {@link CgroupDriver#DETECT}.
   * @param root kubelet's cgroupRoot; null: none.
   * @return the cgroup path
   * @throws KoordException.Invalid root is not up to 4 names of letters, digits, '_', '.' and '-'
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
   * Changes the path to that of a pod. uid null: the path of the QoS class, which for Guaranteed is
   * kubepods itself.
   *
   * @param qos the qos
   * @param uid the uid; may be null
   * @return this object
   * @throws KoordException.Invalid uid is not up to 64 of a-z, 0-9 and '-'
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
   * Changes the path to that of a container of the pod that was set last. id null: the path of the
   * pod; {@code runtime} is then ignored.
   *
   * @param runtime the runtime
   * @param id the id; may be null
   * @return this object
   * @throws KoordException.Invalid no pod was set; id is not up to 128 of 0-9 and a-f
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
   * Writes the path.
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
