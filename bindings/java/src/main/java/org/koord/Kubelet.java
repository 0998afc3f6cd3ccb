package org.koord;

import java.util.List;

/**
 * A node as its kubelet sees it: pods that arrive and go, without a kubelet. CPU, memory and topology
 * manager decide as in kubelet 1.36 (docs/kubelet.md).
 */
public final class Kubelet extends Handle {
  private Kubelet(long address) {
    super(address, KoordRaw::koord_kubelet_free, true);
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

  /**
   * A kubelet on a machine, which may be closed afterwards.
   *
   * @param setup what it is configured with and finds when it starts; null: its defaults, no files
   * @throws KoordException.Invalid the configuration: names the field, or as kubelet says it
   * @throws KoordException.Conflict a state that does not suit machine or configuration
   * @throws KoordException.Corrupt a checksum is wrong
   * @throws KoordException.Unsupported a feature that kubelet 1.36 has and this library does not
   * @throws KoordException.Limit a document or machine is too large
   */
  public static Kubelet on(Topology topology, KubeletSetup setup) {
    try (Frame f = Frame.open()) {
      long t = f.read("topology", topology);
      return KubeletSetup.use(
          f, setup,
          made -> new Kubelet(f.handle(out -> KoordRaw.koord_kubelet_new(t, made, out, f.error()))));
    }
  }

  /** A second kubelet in the same state, for what-if questions; each goes its own way from then on. */
  public Kubelet copy() {
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      return new Kubelet(f.handle(out -> KoordRaw.koord_kubelet_clone(k, out, f.error())));
    }
  }

  private interface Ask {
    int call(long admission, long refusal);
  }

  private static Admission ask(Frame f, Ask ask) {
    long answer = f.handle(out -> KoordRaw.koord_admission_new(out, f.error()));
    try {
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      f.check(ask.call(answer, refusal.address()));
      Refusal why = Refusal.read(refusal);
      return new Admission(why, why.refused() ? List.of() : containers(f, answer));
    } finally {
      KoordRaw.koord_admission_free(answer);
    }
  }

  private static List<KubeletContainer> containers(Frame f, long answer) {
    int size = KoordRaw.koord_kubelet_container_size;
    Memory own = f.words();
    int[] next = {0};
    return f.rows(
        size,
        row -> {
          f.check(
              KoordRaw.koord_admission_get_cpus(
                  answer, next[0]++, own.seek(0).address(), Frame.WORDS, f.error()));
          return KubeletContainer.read(row, CpuSet.read(own, Frame.WORDS));
        },
        (rows, capacity, count) ->
            KoordRaw.koord_admission_get_containers(answer, rows, size, capacity, count, f.error()));
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
    try (Frame f = Frame.open()) {
      long k = f.write(this);
      long p = f.read("pod", pod);
      return ask(
          f,
          (answer, refusal) ->
              KoordRaw.koord_kubelet_admit(k, p, flags, answer, refusal, f.error()));
    }
  }

  /** What {@link #admit} would answer; nothing changes, and the pod needs no uid. */
  public Admission judge(Pod pod) {
    try (Frame f = Frame.open()) {
      long k = f.read(this);
      long p = f.read("pod", pod);
      return ask(
          f, (answer, refusal) -> KoordRaw.koord_kubelet_judge(k, p, answer, refusal, f.error()));
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
