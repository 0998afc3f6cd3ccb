package org.koord;

import java.util.ArrayList;
import java.util.List;

/** What of a container changes when a runtime asks (docs/hooks.md). Immutable. */
public final class Adjustment extends Handle {
  private Adjustment(long address) {
    super(address, KoordRaw::koord_adjustment_unref, false);
  }

  /** Another handle of the same adjustment, to be closed by itself. */
  public Adjustment share() {
    try (Frame f = Frame.open()) {
      return new Adjustment(KoordRaw.koord_adjustment_ref(f.read(this)));
    }
  }

  /**
   * What of a container of a pod changes at a stage. A pod that claims what is not its own is no
   * error: {@link AdjustmentInfo#refusal} says so.
   *
   * @param uid of the pod
   * @param container its name; null: the sandbox
   * @param resourceStatus the value of the pod's annotation; null: not told
   * @param sysfsRoot the directory that holds sys/; null: device nodes are not asked for
   * @throws KoordException.Invalid an unknown stage; resourceStatus: names the field
   * @throws KoordException.NotFound an RDMA device without device nodes
   */
  public static Adjustment of(
      AgentState state,
      HookStage stage,
      String uid,
      String container,
      String resourceStatus,
      String sysfsRoot) {
    byte[] pod = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long s = f.read("state", state);
      long request =
          f.handle(
              out ->
                  KoordRaw.koord_adjustment_request_new(
                      Coded.code("stage", stage), out, f.error()));
      try {
        f.check(
            KoordRaw.koord_adjustment_request_set_container(
                request, pod, Frame.utf8(container), f.error()));
        f.check(
            KoordRaw.koord_adjustment_request_set_resource_status(
                request, Frame.utf8(resourceStatus), f.error()));
        f.check(
            KoordRaw.koord_adjustment_request_set_sysfs_root(
                request, Frame.utf8(sysfsRoot), f.error()));
        return new Adjustment(
            f.handle(out -> KoordRaw.koord_adjustment_new(s, request, out, f.error())));
      } finally {
        KoordRaw.koord_adjustment_request_free(request);
      }
    }
  }

  /** In short. */
  public AdjustmentInfo info() {
    try (Frame f = Frame.open()) {
      Memory info =
          f.struct(KoordRaw.koord_adjustment_info_size);
      f.check(KoordRaw.koord_adjustment_get_info(f.read(this), info.address(), f.error()));
      return AdjustmentInfo.read(info);
    }
  }

  /** The CPUs; empty where they stay as they are. */
  public CpuSet cpus() {
    try (Frame f = Frame.open()) {
      long a = f.read(this);
      return f.cpus(out -> KoordRaw.koord_adjustment_get_cpus(a, out, Frame.WORDS, f.error()));
    }
  }

  /** The numbers of the NUMA nodes of its memory; empty where they stay as they are. */
  public List<Integer> numaNodes() {
    try (Frame f = Frame.open()) {
      long a = f.read(this);
      CpuSet nodes =
          f.cpus(out -> KoordRaw.koord_adjustment_get_numa_nodes(a, out, Frame.WORDS, f.error()));
      return nodes.stream().boxed().toList();
    }
  }

  /** Variables, "NAME=value". */
  public List<String> env() {
    return texts(KoordRaw.KOORD_ADJUSTMENT_LIST_ENV, info().env());
  }

  /** Names for the container device interface, "nvidia.com/gpu=GPU-...". */
  public List<String> cdiDevices() {
    return texts(KoordRaw.KOORD_ADJUSTMENT_LIST_CDI_DEVICES, info().cdiDevices());
  }

  /** Paths of device nodes, "/dev/infiniband/uverbs0". */
  public List<String> deviceNodes() {
    return texts(KoordRaw.KOORD_ADJUSTMENT_LIST_DEVICE_NODES, info().deviceNodes());
  }

  private List<String> texts(int list, int count) {
    List<String> texts = new ArrayList<>();
    try (Frame f = Frame.open()) {
      long a = f.read(this);
      for (int i = 0; i < count; i++) {
        int item = i;
        texts.add(
            f.text(
                (text, capacity, needed) ->
                    KoordRaw.koord_adjustment_get_text(
                        a, list, item, text, capacity, needed, f.error())));
      }
    }
    return List.copyOf(texts);
  }

  /** All of it as JSON, in the names of the OCI runtime specification. */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long a = f.read(this);
      return f.document(out -> KoordRaw.koord_adjustment_to_json(a, out, f.error()));
    }
  }
}
