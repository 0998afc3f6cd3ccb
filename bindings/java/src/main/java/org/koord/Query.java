// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The conditions of a call: flags, nodes and hypothetical changes. It is an argument of a call, not
 * a state of the cluster: create it once, use it for many calls, and change it in between. Setters
 * require exclusive access. A call refuses a query that names pods, nodes or reservations which the
 * call does not read (INVALID). Flags, the generation and the affinity have no effect on calls that
 * do not read them: one query may serve Filter, Score and Reserve.
 */
public final class Query extends Handle implements Cloneable {
  Query(long address) {
    super(address, KoordRaw::koord_query_free, true);
  }

  /**
   * Creates a query without conditions; it has the same meaning as null.
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
   * Copies a query, for a host that clones its own state.
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
   * Restores the state of a new query.
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
   * Sets the flags.
   *
   * @param flags the flags, if any
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
   * {@link Cluster#evaluate}: judges the nodes from number {@code first} on, at most {@code count}
   * numbers. Default: all nodes. Other calls refuse a query that limits them.
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
   * {@link Cluster#reserve}, {@link Cluster#reserveFrom}: the generation of the verdict that the
   * caller relies on; 0: accept the node as it is now.
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
   * {@link Cluster#reserve}: the NUMA nodes that the host's own topology manager chose; bit i is
   * row i of {@link NumaHints#nodes}. 0: the node's NUMA policy chooses.
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
   * Evaluates as if the pod with this uid were removed; an unknown pod has no effect.
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
   * Evaluates as if the pod were on this node, where Reserve would place it. A pod that does not
   * fit counts with its amounts of the whole node only, without CPUs, NUMA nodes or devices. If
   * there are several, higher priorities come first, equal ones in the order of the calls. Existing
   * allocations of the pod are kept; remove the pod first.
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
   * Protects a pod from eviction and moves. The last call per pod wins; an unknown pod has no
   * effect.
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
   * {@link Cluster#planGang} and {@link Cluster#capacity}: this member of the gang, or this
   * displaced pod, is not placed on this node. An unknown node has no effect. Other calls refuse
   * such a query.
   *
   * @param uid the uid
   * @param node the node
   * @return this object
   * @throws KoordException.Limit 2^24 pairs of pod and node
   */
  public Query excludePodNode(String uid, int node) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_exclude_pod_node(at, uidText, Frame.count("node", node),
          f.error()));
      return this;
    }
  }

  /**
   * Evaluates as if the node were drained: it takes no pods, and its pods go to other nodes. An
   * unknown node has no effect. Only {@link Cluster#capacity} accepts a query with drained or
   * restarted nodes; other calls return INVALID.
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
   * Evaluates as if the node restarted with one thread per core; its amounts shrink by the CPUs
   * that it loses. Its pods return by priority, descending, then uid, each placed as Reserve would
   * place it; those that no longer fit go to other nodes. Otherwise as {@link Query#drainNode}.
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
   * Same as {@link Query#disableSmt}, but the node restarts with these CPUs isolated (isolcpus): no
   * pod can use them. Several restarts of one node count as one.
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
   * {@link Cluster#planGang} and {@link Cluster#capacity}: no pod of the gang, or no displaced pod,
   * is placed on this node; pods that are there stay. An unknown node has no effect. Other calls
   * refuse such a query.
   *
   * @param node the node
   * @return this object
   * @throws KoordException.Limit 65536 nodes
   */
  public Query excludeNode(int node) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_query_exclude_node(at, Frame.count("node", node), f.error()));
      return this;
    }
  }

  /**
   * Lets the pod of the call take from this reservation, on the reservation's node. If there are
   * several on one node, the first is used; an unknown reservation has no effect. {@link
   * Cluster#evaluate}, {@link Cluster#judge} and {@link Cluster#reserveFrom} read it; other calls
   * refuse the query.
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
