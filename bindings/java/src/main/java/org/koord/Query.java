// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What a call is asked under: flags, nodes, and how things might be. An argument of one call, not a
 * state of the cluster: made once, used for many calls, changed in between. A setter requires
 * exclusive access. A call refuses a query that names pods, nodes or reservations which it does not
 * read (INVALID). Flags, the generation and the affinity have no effect on calls that do not read
 * them: one query may serve Filter, Score and Reserve.
 */
public final class Query extends Handle implements Cloneable {
  Query(long address) {
    super(address, KoordRaw::koord_query_free, true);
  }

  /**
   * Asks nothing in particular, as null does wherever a query is taken.
   *
   * @return the query
   */
  public static Query create() {
    try (Frame f = Frame.open()) {
      Memory queryOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_query_new(queryOut.address(), f.error()));
      return f.made(queryOut, Query::new);
    }
  }

  /**
   * The same query once more, for a host that clones its own state.
   *
   * @return the query
   */
  @Override
  public Query clone() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory queryOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_query_clone(at, queryOut.address(), f.error()));
      return f.made(queryOut, Query::new);
    }
  }

  /**
   * As new.
   *
   * @return this object
   */
  public Query reset() {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_reset(at, f.error()));
      return this;
    }
  }

  /**
   * Set flags.
   *
   * @param flags any number of them
   * @return this object
   */
  public Query setFlags(QueryFlag... flags) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      int flagsBits = Coded.bits(flags);
      f.check(KoordRaw.koord_query_set_flags(at, flagsBits, f.error()));
      return this;
    }
  }

  /**
   * {@link Cluster#evaluate}: node {@code first} and following, at most {@code count} numbers; as
   * new 0 and {@code Long.MAX_VALUE}, which is all. Other calls refuse a query that leaves nodes
   * out.
   *
   * @param first the first
   * @param count the count
   * @return this object
   */
  public Query setNodes(int first, long count) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_set_nodes(at, Frame.count("first", first), Frame.count("count",
          count), f.error()));
      return this;
    }
  }

  /**
   * {@link Cluster#reserve}, {@link Cluster#reserveFrom}: the generation of the verdict that is
   * relied on; 0: whatever the node is by now.
   *
   * @param generation the generation
   * @return this object
   */
  public Query setGeneration(long generation) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_set_generation(at, generation, f.error()));
      return this;
    }
  }

  /**
   * {@link Cluster#reserve}: the NUMA nodes that the host's own topology manager chose, bit i being
   * row i of {@link NumaHints#nodes}; 0: the node's NUMA policy chooses.
   *
   * @param affinity the affinity
   * @return this object
   */
  public Query setAffinity(long affinity) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_set_affinity(at, affinity, f.error()));
      return this;
    }
  }

  /**
   * The pod with this uid is thought to be gone; an unknown one has no effect.
   *
   * @param uid the uid
   * @return this object
   * @throws KoordException.Limit 65536 pods
   */
  public Query removePod(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_remove_pod(at, uidText, f.error()));
      return this;
    }
  }

  /**
   * The pod is thought to be on this node, where Reserve would place it, or nowhere in particular
   * where it does not fit. Of several, higher priorities come first, equal ones in the order of the
   * calls. Existing allocations are kept; remove the pod first.
   *
   * @param pod the pod
   * @param node the node
   * @return this object
   * @throws KoordException.Limit larger than a documented bound
   */
  public Query addPod(Pod pod, int node) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long podAt = f.read("pod", pod);
      f.check(KoordRaw.koord_query_add_pod(at, podAt, Frame.count("node", node), f.error()));
      return this;
    }
  }

  /**
   * The last call per pod wins; it has no effect on an unknown pod.
   *
   * @param uid the uid
   * @param protection the protection
   * @return this object
   * @throws KoordException.Limit larger than a documented bound
   */
  public Query protectPod(String uid, Protection protection) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      int protectionCode = Coded.code("protection", protection);
      f.check(KoordRaw.koord_query_protect_pod(at, uidText, protectionCode, f.error()));
      return this;
    }
  }

  /**
   * The node takes nobody, and its pods are to go elsewhere. An unknown one has no effect. Restarts
   * are for {@link Cluster#capacity} only: INVALID in other calls.
   *
   * @param node the node
   * @return this object
   * @throws KoordException.Limit 65536 restarts
   */
  public Query drainNode(int node) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_drain_node(at, Frame.count("node", node), f.error()));
      return this;
    }
  }

  /**
   * The node restarts with one thread of each core; the CPUs that go are gone from its amounts,
   * too. Its pods come back by priority, descending, then uid, as Reserve would place them; those
   * that do not fit are to go elsewhere. Otherwise as {@link Query#drainNode}.
   *
   * @param node the node
   * @return this object
   */
  public Query disableSmt(int node) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_disable_smt(at, Frame.count("node", node), f.error()));
      return this;
    }
  }

  /**
   * The same with CPUs that are nobody's (isolcpus). Several restarts of one node are one.
   *
   * @param node the node
   * @param cpus the cpus
   * @return this object
   */
  public Query isolateCpus(int node, CpuSet cpus) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
      f.check(KoordRaw.koord_query_isolate_cpus(at, Frame.count("node", node), cpusAt, Frame.WORDS,
          f.error()));
      return this;
    }
  }

  /**
   * For one question: the pod that is asked about may take from this reservation, on its node; of
   * several on one node the first counts, an unknown one has no effect. {@link Cluster#evaluate},
   * {@link Cluster#judge} and {@link Cluster#reserveFrom} read it, other calls refuse it.
   *
   * @param reservation the reservation
   * @return this object
   * @throws KoordException.Limit larger than a documented bound
   */
  public Query useReservation(String reservation) {
    byte[] reservationText = Frame.utf8("reservation", reservation);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_use_reservation(at, reservationText, f.error()));
      return this;
    }
  }
}
