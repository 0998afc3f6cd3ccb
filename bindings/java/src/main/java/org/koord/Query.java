package org.koord;

/**
 * What a call is asked under: flags, nodes, and how things might be. An argument of calls, not a
 * state of the cluster; made once, it serves many. Setters return this object.
 */
public final class Query extends Handle implements Cloneable {
  /** Guarded by the lock of the handle. */
  private int flags;

  private Query(long address) {
    super(address, KoordRaw::koord_query_free, true);
  }

  /** Everything as it is. */
  public static Query create() {
    try (Frame f = Frame.open()) {
      return new Query(f.handle(out -> KoordRaw.koord_query_new(out, f.error())));
    }
  }

  /** The same query once more. */
  @Override
  public Query clone() {
    try (Frame f = Frame.open()) {
      long q = f.read(this);
      Query made = new Query(f.handle(out -> KoordRaw.koord_query_clone(q, out, f.error())));
      made.flags = flags;
      return made;
    }
  }

  /** As new, without flags, too. */
  public Query reset() {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_reset(f.write(this), f.error()));
      flags = 0;
    }
    return this;
  }

  /**
   * Amounts of the whole node and spec.unschedulable are judged elsewhere (Kubernetes' plugins
   * NodeResourcesFit and NodeUnschedulable).
   */
  public Query skipFit(boolean on) {
    return setFlag(KoordRaw.KOORD_QUERY_SKIP_FIT, on);
  }

  /** {@link Cluster#planResize}: where there is no other way the pod may move on its node. */
  public Query mayMove(boolean on) {
    return setFlag(KoordRaw.KOORD_QUERY_MAY_MOVE, on);
  }

  private Query setFlag(int flag, boolean on) {
    try (Frame f = Frame.open()) {
      long q = f.write(this);
      int value = Coded.with(flags, flag, on);
      f.check(KoordRaw.koord_query_set_flags(q, value, f.error()));
      flags = value;
    }
    return this;
  }

  /** {@link Cluster#evaluate}: node {@code first} and following, at most so many; negative: all. */
  public Query setNodes(int first, long count) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_query_set_nodes(
              f.write(this), Frame.count("first", first), Math.max(count, -1), f.error()));
    }
    return this;
  }

  /** {@link Cluster#reserve}: of the verdict that is relied on; 0: whatever the node is by now. */
  public Query setGeneration(long generation) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_set_generation(f.write(this), generation, f.error()));
    }
    return this;
  }

  /**
   * {@link Cluster#reserve}: NUMA nodes that the host's own topology manager chose, bit i being row i
   * of {@link NumaHints#nodes}; 0: the node's NUMA policy chooses.
   */
  public Query setAffinity(long affinity) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_set_affinity(f.write(this), affinity, f.error()));
    }
    return this;
  }

  /** The pod with this uid is thought to be gone; an unknown one has no effect. At most 65536. */
  public Query removePod(String uid) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_remove_pod(f.write(this), Frame.utf8("uid", uid), f.error()));
    }
    return this;
  }

  /** The pod is thought to be on this node, where Reserve would place it, or nowhere in particular. */
  public Query addPod(Pod pod, int node) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_add_pod(f.write(this), f.read("pod", pod),
          Frame.count("node", node), f.error()));
    }
    return this;
  }

  /** How far plans may go with a pod. Of two protections of one pod the later counts. */
  public Query protectPod(String uid, Protection protection) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_query_protect_pod(
              f.write(this), Frame.utf8("uid", uid), Coded.code("protection", protection),
              f.error()));
    }
    return this;
  }

  /**
   * The pod that is asked about may take from this reservation, on its node. {@link
   * Cluster#evaluate}, {@link Cluster#judge} and {@link Cluster#reserveFrom} read it, others throw
   * {@link KoordException.Invalid}.
   */
  public Query useReservation(String reservation) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_use_reservation(f.write(this), Frame.utf8("reservation", reservation),
          f.error()));
    }
    return this;
  }

  /**
   * The node takes nobody, and its pods are to go elsewhere. This and the next two are for {@link
   * Cluster#capacity} only, others throw {@link KoordException.Invalid}.
   */
  public Query drainNode(int node) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_drain_node(f.write(this), Frame.count("node", node), f.error()));
    }
    return this;
  }

  /** The node restarts with one thread of each core. */
  public Query disableSmt(int node) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_query_disable_smt(f.write(this), Frame.count("node", node), f.error()));
    }
    return this;
  }

  /** The node restarts with CPUs that are nobody's (isolcpus). */
  public Query isolateCpus(int node, CpuSet cpus) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_query_isolate_cpus(
              f.write(this), Frame.count("node", node),
              f.words(java.util.Objects.requireNonNull(cpus, "cpus")), Frame.WORDS, f.error()));
    }
    return this;
  }
}
