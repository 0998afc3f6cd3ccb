package org.koord;

import java.util.ArrayList;
import java.util.List;

/**
 * A node as its kubelet sees it: pods that arrive and go, without a kubelet. CPU, memory and topology
 * manager decide as in kubelet 1.36 (docs/kubelet.md).
 */
public final class Kubelet extends Handle {
  private final int words;

  private Kubelet(long address, int words) {
    super(address, KoordRaw::koord_kubelet_free, true);
    this.words = words;
  }

  /**
   * What kubelet says to a pod.
   *
   * @param refusal why not, or that it is admitted; {@code where} is the container refused, by index
   * @param containers what each gets, init containers first; nothing when refused
   */
  public record Admission(Refusal refusal, List<KubeletContainer> containers) {
    /** Whether the pod is admitted. */
    public boolean admitted() {
      return !refusal.refused();
    }
  }

  /** {@link #on(Context, Topology, String, String, String)} in silence, without state files. */
  public static Kubelet on(Topology topology, String kubeletConfig) {
    return on(null, topology, kubeletConfig, null, null);
  }

  /**
   * A kubelet on a machine, which may be closed afterwards.
   *
   * @param context receives remarks, nullable
   * @param kubeletConfig a KubeletConfiguration or the answer of /configz as JSON; null: kubelet's
   *     defaults
   * @param cpuState the text of cpu_manager_state; null: there is none
   * @param memoryState the text of memory_manager_state; null: there is none
   * @throws KoordException.Invalid the configuration: names the field, or as kubelet says it
   * @throws KoordException.Conflict a state that does not suit machine or configuration
   * @throws KoordException.Corrupt a checksum is wrong
   * @throws KoordException.Unsupported a feature that kubelet 1.36 has and this library does not
   * @throws KoordException.Limit a document or machine is too large
   */
  public static Kubelet on(
      Context context, Topology topology, String kubeletConfig, String cpuState, String memoryState) {
    byte[] config = Frame.utf8(kubeletConfig);
    byte[] cpus = Frame.utf8(cpuState);
    byte[] memory = Frame.utf8(memoryState);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      long t = f.read("topology", topology);
      long kubelet =
          f.handle(out -> KoordRaw.koord_kubelet_new(c, t, config, cpus, memory, out, f.error()));
      return new Kubelet(kubelet, topology.info().words());
    }
  }

  /** A second kubelet in the same state, for what-if questions; each goes its own way from then on. */
  public Kubelet copy() {
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      return new Kubelet(
          f.handle(out -> KoordRaw.koord_kubelet_clone(k, out, f.error())), words);
    }
  }

  private interface Ask {
    int call(long rows, long capacity, long count, long cpus, long refusal);
  }

  private Admission ask(Frame f, Pod pod, Ask ask) {
    int size = KoordRaw.koord_kubelet_container_size;
    int containers = pod.info().containers();
    Memory count = f.bytes(Long.BYTES);
    Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
    Memory rows = f.bytes((long) size * containers);
    long setBytes = (long) words * Long.BYTES;
    Memory cpus = f.bytes(setBytes * containers);
    f.check(
        ask.call(
            rows.address(), containers, count.address(), cpus.address(), refusal.address()));
    Refusal why = Refusal.read(refusal);
    List<KubeletContainer> gets = new ArrayList<>();
    for (int i = 0; i < containers && !why.refused(); i++) {
      CpuSet own = CpuSet.read(cpus.slice((int) (i * setBytes)), words);
      gets.add(KubeletContainer.read(rows.slice(i * size), own));
    }
    return new Admission(why, List.copyOf(gets));
  }

  /** {@link #admit(Pod, boolean)}, where a refused pod is swept at once. */
  public Admission admit(Pod pod) {
    return admit(pod, false);
  }

  /**
   * A pod arrives. One that is known already keeps what it holds when it is admitted, and loses it
   * when it is refused.
   *
   * @param leaveRefused a refused pod keeps what its first containers got, as in kubelet until its
   *     next admission or removal
   * @throws KoordException.Invalid a pod without uid, two containers of one name
   * @throws KoordException.Limit amounts that add up to too much
   */
  public Admission admit(Pod pod, boolean leaveRefused) {
    int flags = leaveRefused ? KoordRaw.KOORD_ADMIT_LEAVE_REFUSED : 0;
    int size = KoordRaw.koord_kubelet_container_size;
    try (Frame f = Frame.open()) {
      long k = f.write(this);
      long p = f.read("pod", pod);
      return ask(
          f, pod,
          (rows, capacity, count, cpus, refusal) ->
              KoordRaw.koord_kubelet_admit(
                  k, p, flags, rows, size, capacity, count, cpus, words, refusal, f.error()));
    }
  }

  /** What {@link #admit} would answer; nothing changes, and the pod needs no uid. */
  public Admission judge(Pod pod) {
    int size = KoordRaw.koord_kubelet_container_size;
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      long p = f.read("pod", pod);
      return ask(
          f, pod,
          (rows, capacity, count, cpus, refusal) ->
              KoordRaw.koord_kubelet_judge(
                  k, p, rows, size, capacity, count, cpus, words, refusal, f.error()));
    }
  }

  /** The pod with this uid is gone: what it held is free. Whether it held anything. */
  public boolean removePod(String uid) {
    try (Frame f = Frame.open()) {
      Memory held = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_kubelet_remove_pod(f.write(this), Frame.utf8("uid", uid), held.address(),
              f.error()));
      return held.i32() != 0;
    }
  }

  /** The memory that a pod holds, by container, then kind. None for a pod that is not there. */
  public List<MemoryBlock> memory(Pod pod) {
    int size = KoordRaw.koord_memory_block_size;
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      long p = f.read("pod", pod);
      return f.rows(
          size, MemoryBlock::read,
          (rows, capacity, count) ->
              KoordRaw.koord_kubelet_get_memory(k, p, rows, size, capacity, count, f.error()));
    }
  }

  /** One of the sets of CPUs that kubelet keeps. */
  public CpuSet cpus(KubeletCpuset which) {
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      return f.cpus(
          out ->
          KoordRaw.koord_kubelet_get_cpus(k, Coded.code("which", which), out, Frame.WORDS, f.error()));
    }
  }

  /** The file cpu_manager_state (version 2) of this kubelet, byte for byte. */
  public String cpuState() {
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      return f.document(out -> KoordRaw.koord_kubelet_get_cpu_state(k, out, f.error()));
    }
  }

  /** The file memory_manager_state (version 1) of this kubelet, byte for byte. */
  public String memoryState() {
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      return f.document(out -> KoordRaw.koord_kubelet_get_memory_state(k, out, f.error()));
    }
  }
}
