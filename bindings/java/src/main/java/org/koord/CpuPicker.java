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
   * @param hint the NUMA nodes that the topology manager chose, ascending; empty: no hint
   */
  public record State(
      CpuSet available,
      CpuSet preferred,
      CpuSet coreHeld,
      CpuSet nodeHeld,
      short[] refCounts,
      List<NumaGrant> hint) {
    /** Only available CPUs: nobody holds anything, and there is no hint. */
    public static State of(CpuSet available) {
      return new State(available, null, null, null, null, List.of());
    }
  }

  /**
   * What was picked.
   *
   * @param cpus the CPUs; empty when refused
   * @param refusal why not, or that it was granted
   * @param grants the hint, with what each NUMA node was made to give
   */
  public record Pick(CpuSet cpus, Refusal refusal, List<NumaGrant> grants) {
    /** Whether the request was granted. */
    public boolean granted() {
      return !refusal.refused();
    }
  }

  /** {@link #pick(Topology, CpuRequest, State)} of CPUs that nobody holds. */
  public static Pick pick(Topology topology, CpuRequest request, CpuSet available) {
    return pick(topology, request, State.of(available));
  }

  /**
   * Picks by the policies of Koordinator's CPU orchestration proposal (docs/koordinator-policies.md).
   *
   * @throws KoordException.Invalid unknown policy or profile, a hint that is not ascending or names a
   *     NUMA node that is not there
   */
  public static Pick pick(Topology topology, CpuRequest request, State state) {
    try (Frame f = Frame.open()) {
      Memory hint = f.bytes((long) KoordRaw.koord_numa_grant_size * state.hint().size());
      state.hint().forEach(grant -> grant.write(hint));
      Memory picked = f.words();
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      f.check(
          KoordRaw.koord_cpu_pick(
              f.read("topology", topology),
              CpuRequest.write(f, java.util.Objects.requireNonNull(request, "request")),
              f.words(java.util.Objects.requireNonNull(state.available(), "available")),
              f.words(state.preferred()), f.words(state.coreHeld()), f.words(state.nodeHeld()),
              counts(f, state.refCounts()), Frame.WORDS, hint.address(), state.hint().size(),
              picked.address(), refusal.address(), f.error()));
      return new Pick(
          CpuSet.read(picked, Frame.WORDS), Refusal.read(refusal),
          Frame.list(hint, state.hint().size(), KoordRaw.koord_numa_grant_size, NumaGrant::read));
    }
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
   * What kubelet's static CPU policy gives one container (docs/kubelet.md).
   *
   * @param cpus whole CPUs of one Guaranteed container; 0: granted, empty
   * @param options of the policy
   * @param shared the default CPU set: CPUs that no container has exclusively, reserved ones included
   * @param reserved kubelet's reserved CPUs, nullable
   * @param reusable CPUs of finished init containers of the same pod, nullable
   * @param affinity NUMA nodes of the topology manager's hint; empty: no preference
   * @throws KoordException.Invalid options that exclude each other, a NUMA node that is not there
   * @throws KoordException.Limit distribution over more than 64 NUMA nodes
   */
  public static Pick kubeletPick(
      Topology topology,
      int cpus,
      java.util.Set<KubeletOptionFlag> options,
      CpuSet shared,
      CpuSet reserved,
      CpuSet reusable,
      List<Integer> affinity) {
    try (Frame f = Frame.open()) {
      Memory request =
          f.struct(KoordRaw.koord_kubelet_request_size);
      request.put(0).put(options.stream().mapToInt(KubeletOptionFlag::code).sum()).put(cpus);
      Memory nodes = f.bytes((long) Integer.BYTES * affinity.size());
      affinity.forEach(nodes::put);
      Memory picked = f.words();
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      f.check(
          KoordRaw.koord_kubelet_pick(
              f.read("topology", topology), request.address(),
              f.words(java.util.Objects.requireNonNull(shared, "shared")), f.words(reserved),
              f.words(reusable), Frame.WORDS, nodes.address(), affinity.size(), picked.address(),
              refusal.address(), f.error()));
      return new Pick(CpuSet.read(picked, Frame.WORDS), Refusal.read(refusal), List.of());
    }
  }
}
