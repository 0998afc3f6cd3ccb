package org.koord;

import java.util.List;

/** Picks CPUs of a machine. Pure: nothing changes. */
public final class CpuPicker {
  private CpuPicker() {}

  /**
   * What is known of the machine's CPUs when Koordinator's policies pick.
   *
   * @param available CPUs that may be used; those that the machine does not have are ignored
   * @param preferred CPUs to use first (a reservation's), nullable
   * @param coreHeld CPUs held by pods with the exclusive policy PCPULevel, nullable
   * @param nodeHeld CPUs held by pods with NUMANodeLevel, nullable
   * @param refCounts holders by CPU number, read when a request's maxRefCount is above 1, nullable: 0;
   *     at most {@link CpuSet#MAX_CPUS}
   * @param grants the NUMA nodes that the topology manager chose, ascending; empty: any
   */
  public record State(
      CpuSet available,
      CpuSet preferred,
      CpuSet coreHeld,
      CpuSet nodeHeld,
      short[] refCounts,
      List<NumaGrant> grants) {
    /**
     * Only available CPUs: nobody holds anything, on any NUMA nodes.
     *
     * @param available the CPUs that may be used
     * @return such a state
     */
    public static State of(CpuSet available) {
      return new State(available, null, null, null, null, List.of());
    }
  }

  /**
   * What was picked.
   *
   * @param cpus the CPUs; empty when refused
   * @param refusal why not, or that it was granted
   * @param grants those of the state, with what each NUMA node was made to give
   */
  public record Pick(CpuSet cpus, Refusal refusal, List<NumaGrant> grants) {
    /** {@return whether the request was granted} */
    public boolean granted() {
      return !refusal.refused();
    }
  }

  /**
   * {@link #pick(Topology, CpuRequest, State)} of CPUs that nobody holds.
   *
   * @param topology the machine
   * @param request what is wanted
   * @param available the CPUs that may be used
   * @return the CPUs, or why there are none
   */
  public static Pick pick(Topology topology, CpuRequest request, CpuSet available) {
    return pick(topology, request, State.of(available));
  }

  /**
   * Picks by the policies of Koordinator's CPU orchestration proposal (docs/reference/koordinator-policies.md).
   *
   * @param topology the machine
   * @param request what is wanted
   * @param state what is known of its CPUs
   * @return the CPUs, or why there are none
   * @throws KoordException.Invalid unknown policy or profile, grants that do not ascend or name a
   *     NUMA node that is not there
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

  /** Puts a set behind those that are there, if it is given, and says so. */
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
   * What kubelet's static CPU policy gives one container (docs/reference/kubelet.md).
   *
   * @param topology the machine
   * @param request what is wanted
   * @param shared the default CPU set: CPUs that no container has exclusively, reserved ones included
   * @param reserved kubelet's reserved CPUs, nullable
   * @param reusable CPUs of finished init containers of the same pod, nullable
   * @return the CPUs, or why there are none
   * @throws KoordException.Invalid options that exclude each other, a NUMA node that is not there
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
