package org.koord;

/** How things might be: an argument of one call, not a state of the cluster. */
public final class Query extends Handle {
  private Query(long address) {
    super(address, KoordRaw::koord_query_free, true);
  }

  /** Everything as it is. */
  public static Query create() {
    try (Frame f = Frame.open()) {
      return new Query(f.handle(out -> KoordRaw.koord_query_new(out, f.error())));
    }
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
   * The pod that is asked about may take from this reservation, on its node. Only {@link
   * Cluster#evaluate} and {@link Cluster#judge} heed it, others throw {@link KoordException.Invalid}.
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
