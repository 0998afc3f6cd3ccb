package org.koord;

import java.util.List;

/** Picks CPUs of a machine. Calls change nothing. */
public final class CpuPicker {
  private CpuPicker() {}

  /**
   * The state of the machine's CPUs for picks by Koordinator's policies.
   *
   * @param available CPUs that may be used; those that the machine does not have are ignored
   * @param preferred CPUs to use first (a reservation's), nullable
   * @param coreHeld CPUs held by pods with the exclusive policy PCPULevel, nullable
   * @param nodeHeld CPUs held by pods with NUMANodeLevel, nullable
   * @param refCounts holders by CPU number, read if a request's maxRefCount is above 1; null for 0
   *     holders; at most {@link CpuSet#MAX_CPUS}
   * @param grants the NUMA nodes that the topology manager chose, ascending; empty for any
   */
  public record State(
      CpuSet available,
      CpuSet preferred,
      CpuSet coreHeld,
      CpuSet nodeHeld,
      short[] refCounts,
      List<NumaGrant> grants) {
    /**
     * Returns a state with available CPUs only: no CPU is held, and any NUMA node may be used.
     *
     * @param available the CPUs that may be used
     * @return the state
     */
    public static State of(CpuSet available) {
      return new State(available, null, null, null, null, List.of());
    }
  }

  /**
   * The result of a pick.
   *
   * @param cpus the CPUs; empty if refused
   * @param refusal the reason if refused
   * @param grants those of the state, with the amount taken from each NUMA node
   */
  public record Pick(CpuSet cpus, Refusal refusal, List<NumaGrant> grants) {
    /** {@return true if the request was granted} */
    public boolean granted() {
      return !refusal.refused();
    }
  }

  /**
   * {@link #pick(Topology, CpuRequest, State)} of CPUs that no pod holds.
   *
   * @param topology the machine
   * @param request the request
   * @param available the CPUs that may be used
   * @return the CPUs, or a refusal
   */
  public static Pick pick(Topology topology, CpuRequest request, CpuSet available) {
    return pick(topology, request, State.of(available));
  }

  /**
   * Picks by the policies of Koordinator's CPU orchestration proposal
   * (docs/reference/koordinator-policies.md).
   *
   * @param topology the machine
   * @param request the request
   * @param state the state of the machine's CPUs
   * @return the CPUs, or a refusal
   * @throws KoordException.Invalid unknown policy or profile, grants that do not ascend or name a
   *     NUMA node that does not exist
   */
  public static Pick pick(Topology topology, CpuRequest request, State state) {
    try (Frame f = Frame.open()) {
      Memory grants = f.bytes((long) KoordRaw.koord_numa_grant_size * state.grants().size());
      state.grants().forEach(grant -> grant.write(grants));
      Memory sets = f.bytes(4L * Frame.WORDS * Long.BYTES);
      java.util.Objects.requireNonNull(state.available(), "available").write(sets, Frame.WORDS);
      int given =
          add(sets, state.preferred(), KoordRaw.KOORD_PICK_SET_PREFERRED)
              | add(sets, state.coreHeld(), KoordRaw.KOORD_PICK_SET_CORE_HELD)
              | add(sets, state.nodeHeld(), KoordRaw.KOORD_PICK_SET_NODE_HELD);
      long wanted =
          CpuRequest.write(
              f, java.util.Objects.requireNonNull(request, "request"), Frame.WORDS, given,
              KoordRaw.koord_numa_grant_size, state.grants().size());
      Memory picked = f.words();
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      f.check(
          KoordRaw.koord_cpu_pick(
              f.read("topology", topology), wanted, sets.address(),
              counts(f, state.refCounts()), grants.address(), picked.address(), refusal.address(),
              f.error()));
      return new Pick(
          CpuSet.read(picked, Frame.WORDS), Refusal.read(refusal),
          Frame.list(
              grants, state.grants().size(), KoordRaw.koord_numa_grant_size, NumaGrant::read));
    }
  }

  /** Appends a set to the existing ones, unless it is null, and returns its flag or 0. */
  private static int add(Memory sets, CpuSet set, int flag) {
    if (set == null) {
      return 0;
    }
    set.write(sets, Frame.WORDS);
    return flag;
  }

  private static long counts(Frame f, short[] counts) {
    if (counts == null) {
      return 0;
    }
    if (counts.length > CpuSet.MAX_CPUS) {
      throw new IllegalArgumentException("refCounts has more than " + CpuSet.MAX_CPUS + " values");
    }
    Memory values = f.bytes((long) CpuSet.MAX_CPUS * Short.BYTES);
    for (int i = 0; i < CpuSet.MAX_CPUS; i++) {
      values.put(i < counts.length ? counts[i] : 0);
    }
    return values.address();
  }

  /**
   * Picks CPUs for one container by kubelet's static CPU policy (docs/reference/kubelet.md).
   *
   * @param topology the machine
   * @param request the request
   * @param shared the default CPU set: CPUs that no container has exclusively, including reserved
   *     ones
   * @param reserved kubelet's reserved CPUs, nullable
   * @param reusable CPUs of finished init containers of the same pod, nullable
   * @return the CPUs, or a refusal
   * @throws KoordException.Invalid options that exclude each other, a NUMA node that does not exist
   * @throws KoordException.Limit distribution over more than 64 NUMA nodes
   */
  public static Pick kubeletPick(
      Topology topology, KubeletRequest request, CpuSet shared, CpuSet reserved, CpuSet reusable) {
    try (Frame f = Frame.open()) {
      Memory sets = f.bytes(3L * Frame.WORDS * Long.BYTES);
      java.util.Objects.requireNonNull(shared, "shared").write(sets, Frame.WORDS);
      int given =
          add(sets, reserved, KoordRaw.KOORD_KUBELET_SET_RESERVED)
              | add(sets, reusable, KoordRaw.KOORD_KUBELET_SET_REUSABLE);
      Memory picked = f.words();
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      f.check(
          KoordRaw.koord_kubelet_pick(
              f.read("topology", topology),
              KubeletRequest.write(f, java.util.Objects.requireNonNull(request, "request"), given),
              sets.address(), Frame.WORDS, picked.address(), refusal.address(), f.error()));
      return new Pick(CpuSet.read(picked, Frame.WORDS), Refusal.read(refusal), List.of());
    }
  }
}
