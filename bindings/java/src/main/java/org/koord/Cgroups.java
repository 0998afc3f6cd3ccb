package org.koord;

import java.util.List;

/** The control groups of a machine, open (docs/cgroups.md). */
public final class Cgroups extends Handle {
  private Cgroups(long address) {
    super(address, KoordRaw::koord_cgroups_close, true);
  }

  /**
   * A container's name by its id.
   *
   * @param id as the runtime has it
   * @param name "" for the sandbox
   */
  public record Container(String id, String name) {}

  /**
   * The path of a group below its controller's root. Pure.
   *
   * @param driver not DETECT
   * @param root kubelet's cgroupRoot; null: none
   * @param uid of the pod; null: the directory of the QoS class
   * @param runtime of the container; not looked at where {@code id} is null
   * @param id of the container; null: the pod
   * @throws KoordException.Invalid a name that no group can have
   */
  public static String formatPath(
      CgroupDriver driver, String root, KubeQos qos, String uid, CgroupRuntime runtime, String id) {
    byte[] below = Frame.utf8(root);
    try (Frame f = Frame.open()) {
      long path =
          f.handle(
              out ->
                  KoordRaw.koord_cgroup_path_new(
                      Coded.code("driver", driver), below, out, f.error()));
      try {
        f.check(
            KoordRaw.koord_cgroup_path_set_pod(
                path, Coded.code("qos", qos), Frame.utf8(uid), f.error()));
        f.check(
            KoordRaw.koord_cgroup_path_set_container(
                path, runtime == null ? 0 : runtime.code(), Frame.utf8(id), f.error()));
        return f.text(
            (text, capacity, needed) ->
                KoordRaw.koord_cgroup_path_format(path, text, capacity, needed, f.error()));
      } finally {
        KoordRaw.koord_cgroup_path_free(path);
      }
    }
  }

  /**
   * Opens what is mounted.
   *
   * @param mount null: /sys/fs/cgroup
   * @param root kubelet's cgroupRoot; null: none
   * @param options nullable
   * @throws KoordException.NotFound no such directory, or no kubepods in it
   * @throws KoordException.Unsupported version 2 without the cpuset controller
   */
  public static Cgroups open(String mount, String root, CgroupOptions options) {
    byte[] where = Frame.utf8(mount);
    byte[] below = Frame.utf8(root);
    try (Frame f = Frame.open()) {
      long o = CgroupOptions.write(f, options);
      return new Cgroups(
          f.handle(out -> KoordRaw.koord_cgroups_open(where, below, o, out, f.error())));
    }
  }

  /** What there is. */
  public CgroupsInfo info() {
    try (Frame f = Frame.open()) {
      Memory info = f.struct(KoordRaw.koord_cgroups_info_size);
      f.check(KoordRaw.koord_cgroups_get_info(f.read(this), info.address(), f.error()));
      return CgroupsInfo.read(info);
    }
  }

  /**
   * Reads the groups and plans; writes nothing.
   *
   * @param containers who is whose; matters only for pods whose containers run in different places
   * @throws KoordException.Conflict two exclusive pods are to be on one CPU, or wait for each other
   */
  public CgroupPlan plan(AgentState state, List<Container> containers) {
    java.util.Objects.requireNonNull(containers, "containers");
    try (Frame f = Frame.open()) {
      long g = f.write(this);
      long s = f.read("state", state);
      long names = f.handle(out -> KoordRaw.koord_cgroup_containers_new(out, f.error()));
      try {
        for (Container container : containers) {
          f.check(
              KoordRaw.koord_cgroup_containers_add(
                  names, Frame.utf8(container.id()), Frame.utf8(container.name()), f.error()));
        }
        return new CgroupPlan(
            f.handle(out -> KoordRaw.koord_cgroup_plan_new(g, s, names, out, f.error())));
      } finally {
        KoordRaw.koord_cgroup_containers_free(names);
      }
    }
  }

  /** Makes the writes of a plan, each verified; where one fails those made are taken back. */
  public CgroupReport apply(CgroupPlan plan) {
    try (Frame f = Frame.open()) {
      long g = f.write(this);
      long p = f.read("plan", plan);
      return new CgroupReport(
          f.handle(out -> KoordRaw.koord_cgroups_apply(g, p, out, f.error())));
    }
  }
}
