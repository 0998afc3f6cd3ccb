// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler
 * (semantics: Koordinator's CPU orchestration proposal; docs/scheduling.md). It synchronises
 * itself: every function may be called on one cluster from any thread at any time, also those that
 * take a {@link Cluster}; only {@link Cluster#close} requires exclusive access. No call holds it
 * longer than one evaluation, planning aside.
 */
abstract class ClusterCalls extends Handle {
  ClusterCalls(long address) {
    super(address, KoordRaw::koord_cluster_free, false);
  }

  /**
   * An empty cluster. {@code options} may be null. {@code args} are the arguments of Koordinator's
   * plugins as JSON (null: their defaults): a KubeSchedulerConfiguration that configures
   * NodeNUMAResource, DeviceShare or both in a profile, or the arguments of one of the two: -
   * NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask are bound),
   * numaTopologyAlignmentPolicy (of the proposal: for nodes that state none; "BestEffort"),
   * scoringStrategy and numaScoringStrategy, each with type MostAllocated, LeastAllocated or
   * BalancedAllocation and up to 64 resources with weights 1 to 100 (cpu and memory, 1 each); as
   * upstream has it, the weights of scoringStrategy hold for both. - DeviceShareArgs:
   * scoringStrategy with type MostAllocated or LeastAllocated, which beats options.device_strategy,
   * and weights; docs/devices.md has the rest.
   *
   * @param options the options; may be null
   * @param args the args; may be null
   * @return the cluster
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Unsupported another profile
   * @throws KoordException.Limit larger than a documented bound
   */
  public static Cluster create(ClusterOptions options, String args) {
    byte[] argsText = Frame.utf8(args);
    try (Frame f = Frame.open()) {
      long optionsAt = ClusterOptions.write(f, options);
      Memory clusterOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_new(optionsAt, argsText, clusterOut.address(), f.error()));
      return f.made(clusterOut, Cluster::new);
    }
  }

  /**
   * {@link #create(ClusterOptions, String)} of a document's bytes, in UTF-8.
   *
   * @param options the options; may be null
   * @param args the args; may be null
   * @return the cluster
   */
  public static Cluster create(ClusterOptions options, byte[] args) {
    byte[] argsText = args;
    try (Frame f = Frame.open()) {
      long optionsAt = ClusterOptions.write(f, options);
      Memory clusterOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_new(optionsAt, argsText, clusterOut.address(), f.error()));
      return f.made(clusterOut, Cluster::new);
    }
  }

  /**
   * {@link #create(ClusterOptions, String)} with null for options and args.
   *
   * @return the cluster
   */
  public static Cluster create() {
    return create((ClusterOptions) null, (String) null);
  }

  /**
   * The node described by a Node (v1) as the API server gives it (docs/objects.md lists the
   * fields), new or replaced; what its pods hold is kept. Returns its number: numbers count up from
   * 0 and are never reused. {@code context} receives remarks, nullable. Amounts count up to 2^50,
   * CPU to 2^42 milli: a node that reports more has this much, a pod that asks for more, or says it
   * holds more, is LIMIT in every call. Pods that wait for the node ({@link Cluster#setPod}) are on
   * it from now on.
   *
   * @param context receives remarks; null: nobody does
   * @param json the json
   * @return the id
   * @throws KoordException.Invalid names node and field
   * @throws KoordException.Limit over 4 MiB, more than 1024 resources of the node or 2^20 numbers
   *     given to nodes, those that are gone included
   */
  public int setNode(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long contextAt = f.read(context);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_node(at, contextAt, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setNode(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives remarks; null: nobody does
   * @param json the json
   * @return the id
   */
  public int setNode(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long contextAt = f.read(context);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_node(at, contextAt, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setNode(Context, String)} with null for context.
   *
   * @param json the json
   * @return the id
   */
  public int setNode(String json) {
    return setNode((Context) null, json);
  }

  /**
   * {@link #setNode(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the id
   */
  public int setNode(byte[] json) {
    return setNode((Context) null, json);
  }

  /**
   * Its NodeResourceTopology: CPUs, NUMA nodes and kubelet's settings. It may come before the node
   * itself. Pods keep what they hold, even if those CPUs no longer exist. Errors: as {@link
   * Cluster#setNode}; LIMIT over 16 MiB.
   *
   * @param context receives remarks; null: nobody does
   * @param json the json
   * @return the id
   */
  public int setTopology(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long contextAt = f.read(context);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_topology(at, contextAt, jsonText, idOut.address(),
          f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setTopology(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives remarks; null: nobody does
   * @param json the json
   * @return the id
   */
  public int setTopology(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long contextAt = f.read(context);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_topology(at, contextAt, jsonText, idOut.address(),
          f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setTopology(Context, String)} with null for context.
   *
   * @param json the json
   * @return the id
   */
  public int setTopology(String json) {
    return setTopology((Context) null, json);
  }

  /**
   * {@link #setTopology(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the id
   */
  public int setTopology(byte[] json) {
    return setTopology((Context) null, json);
  }

  /**
   * Its devices: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node, in any
   * spelling that has been published (docs/devices.md). GPUs, RDMA and FPGA devices and those of
   * any other type; what asks for a resource that they have is given of them, and the node's amount
   * of it no longer counts. It may come before the node itself. Pods keep what they hold, be it of
   * devices that are no longer there or healthy. Errors: as {@link Cluster#setNode}; also INVALID
   * for two devices of one type and minor, LIMIT for more than 64 devices of one type, 16 resources
   * of one type and 64 types.
   *
   * @param context receives remarks; null: nobody does
   * @param json the json
   * @return the id
   */
  public int setDevices(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long contextAt = f.read(context);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_devices(at, contextAt, jsonText, idOut.address(),
          f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setDevices(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives remarks; null: nobody does
   * @param json the json
   * @return the id
   */
  public int setDevices(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long contextAt = f.read(context);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_devices(at, contextAt, jsonText, idOut.address(),
          f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setDevices(Context, String)} with null for context.
   *
   * @param json the json
   * @return the id
   */
  public int setDevices(String json) {
    return setDevices((Context) null, json);
  }

  /**
   * {@link #setDevices(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the id
   */
  public int setDevices(byte[] json) {
    return setDevices((Context) null, json);
  }

  /**
   * The node is gone, its topology and pods with it. A node of that name has a new number when it
   * comes back.
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public Cluster removeNode(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_cluster_remove_node(at, nameText, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * Its NodeResourceTopology is gone.
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public Cluster removeTopology(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_cluster_remove_topology(at, nameText, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * Its Device object is gone: nobody gets its devices until it comes back, and who has them keeps
   * them.
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public Cluster removeDevices(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_cluster_remove_devices(at, nameText, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * The number of a node that is there.
   *
   * @param name the name
   * @return the id
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public int nodeId(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_node_id(at, nameText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * The name behind a number, also of a node that is gone; text as in {@link Pod}.
   *
   * @param node the node
   * @return the text
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public String nodeName(int node) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_cluster_get_node_name(at,
          Frame.count("node", node), room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * Its machine, null where no topology is known.
   *
   * @param node the node
   * @return the topology
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public Topology nodeTopology(int node) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_node_topology(at, Frame.count("node", node),
          topologyOut.address(), f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * Writes one set of CPUs of a node to {@code words} (all of them).
   *
   * @param node the node
   * @param which the which
   * @return the cpus
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet nodeCpus(int node, ClusterCpuset which) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = Coded.code("which", which);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_cluster_get_node_cpus(at, Frame.count("node", node), whichCode,
          cpusOut.address(), Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Counts.
   *
   * @return the info
   */
  public ClusterInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_cluster_info_size);
      f.check(KoordRaw.koord_cluster_get_info(at, infoOut.address(), f.error()));
      return ClusterInfo.read(infoOut.seek(0));
    }
  }

  /**
   * The resource that {@code resource} of a refusal stands for; text as in {@link Pod}. A number is
   * that of its resource while a node or pod of the cluster, or the pod that was asked with, speaks
   * of it; later it may become another's.
   *
   * @param resource the resource
   * @return the text
   * @throws KoordException.NotFound no such resource in this cluster
   */
  public String resourceName(int resource) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_cluster_get_resource_name(at,
          resource, room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * The type of devices that {@code device_type} of a refusal stands for: 0 "gpu", 1 "rdma", 2
   * "fpga", others as long as something is of the type; text as in {@link Pod}.
   *
   * @param type the type
   * @return the text
   * @throws KoordException.NotFound no such type in this cluster
   */
  public String deviceTypeName(int type) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_cluster_get_device_type_name(at,
          type, room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * The number of a type of devices by its name: the inverse.
   *
   * @param name the name
   * @return the id
   * @throws KoordException.NotFound no such type in this cluster
   */
  public int deviceType(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_device_type(at, nameText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * What one node says to a pod, with the numbers behind a no. {@code refusal} is never null,
   * {@code query} and {@code score} are nullable.
   *
   * @param pod the pod
   * @param query the query; may be null
   * @param node the node
   * @return all that the call gives
   * @throws KoordException.NotFound no such node
   * @throws KoordException.Limit larger than a documented bound
   */
  public JudgeResult judge(Pod pod, Query query, int node) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long queryAt = f.read(query);
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      Memory scoreOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_judge(at, podAt, queryAt, Frame.count("node", node),
          refusalOut.address(), scoreOut.address(), f.error()));
      return new JudgeResult(Refusal.read(refusalOut.seek(0)), scoreOut.i32());
    }
  }

  /**
   * {@link #judge(Pod, Query, int)} with null for query.
   *
   * @param pod the pod
   * @param node the node
   * @return all that the call gives
   */
  public JudgeResult judge(Pod pod, int node) {
    return judge(pod, (Query) null, node);
  }

  /**
   * Reserve: the pod gets its CPUs and NUMA amounts on the node, or is refused; what the verdicts
   * promised holds while the node does not change. A pod that is reserved on this node already
   * keeps what it has.
   *
   * @param pod the pod
   * @param query nullable; its flags, generation and affinity are read.
   * @param node the node
   * @return all that the call gives
   * @throws KoordException.Invalid a pod without uid, an affinity beyond the node's NUMA nodes, a
   *     query that names pods, nodes or reservations
   * @throws KoordException.NotFound no such node
   * @throws KoordException.Stale the node changed since the query's generation
   * @throws KoordException.Conflict the pod is on another node
   * @throws KoordException.NoSpace {@code words} is less than the machine needs
   * @throws KoordException.Limit larger than a documented bound
   */
  public ReserveResult reserve(Pod pod, Query query, int node) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long podAt = f.read("pod", pod);
      long queryAt = f.read(query);
      Memory cpusOut = f.words();
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      f.check(KoordRaw.koord_cluster_reserve(at, podAt, queryAt, Frame.count("node", node),
          cpusOut.address(), Frame.WORDS, refusalOut.address(), f.error()));
      return new ReserveResult(CpuSet.read(cpusOut, Frame.WORDS), Refusal.read(refusalOut.seek(0)));
    }
  }

  /**
   * {@link #reserve(Pod, Query, int)} with null for query.
   *
   * @param pod the pod
   * @param node the node
   * @return all that the call gives
   */
  public ReserveResult reserve(Pod pod, int node) {
    return reserve(pod, (Query) null, node);
  }

  /**
   * What the node's CPUs and other resources say to a topology manager that hears other providers,
   * too (GetPodTopologyHints). The host adds what its other providers say by {@link
   * NumaHints#addList}; the answer of {@link Koord#numaMerge} goes to {@link Query#setAffinity}.
   * Under {@link Profile#UPSTREAM} a set of NUMA nodes is a hint where a trial allocation of the
   * whole pod succeeds there, under {@link Profile#SPEC} where the one resource suffices; the score
   * is that of the NUMA scoring strategy, or 0.
   *
   * @param pod the pod
   * @param node the node
   * @param policy the NUMA policy in force: under RESTRICTED all hints are preferred.
   * @param hints never null; replaced by the node's NUMA nodes with their users, without distances,
   *     and its lists by resource name, of provider 0. Where the call fails it stays as it was.
   * @return this object
   * @throws KoordException.NotFound no such node, or no topology of it
   * @throws KoordException.Limit more than 16 NUMA nodes, MAX_NUMA_LISTS resources or
   *     MAX_NUMA_HINTS hints
   */
  public Cluster hints(Pod pod, int node, NumaPolicy policy, NumaHints hints) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      int policyCode = Coded.code("policy", policy);
      long hintsAt = f.write("hints", hints);
      f.check(KoordRaw.koord_cluster_get_hints(at, podAt, Frame.count("node", node), policyCode,
          hintsAt, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * Unreserve, or the pod is deleted: what it held is free, or it no longer waits.
   *
   * @param uid the uid
   * @return this object
   * @throws KoordException.NotFound it holds nothing: a second time, or never there
   */
  public Cluster removePod(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_cluster_remove_pod(at, uidText, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * A pod as the API server shows it, bound to a node and with what it was allocated
   * (resource-status, device-allocated): for restarts and for pods that others placed. A pod that
   * was reserved on this node keeps what it got, whatever it says. Of others what they say is
   * believed as far as it can have been given to them: whole CPUs for QoS LSE and LSR, no more than
   * they ask for, devices that they ask for, and nothing that somebody has who comes first. First
   * come pods that were reserved here, then those whose CPUs or devices the node reports
   * (pod-cpu-allocs, devices-checkpoints), then the pod that was bound first (PodScheduled), then
   * the lesser uid; never the pod that was told of first. A claim that is refused is weighed again
   * whenever the node or its pods change; beyond it the pod holds what it asks for. {@code
   * conflicts} says what is refused: {@link Cluster#podConflicts}. Without device-allocated a pod
   * has the GPUs that NVIDIA_VISIBLE_DEVICES of its containers names, else those of kubelet's
   * record, else as many as it asks for are kept for it (docs/devices.md). Where the node is not
   * there, the pod waits for it: it holds nothing, makes no node, cannot be reserved, and is on the
   * node once its first object comes. 262,144 pods may wait, with 256 MiB of what they say; one
   * more is LIMIT: give it again when its node is there. A pod that is here already is brought up
   * to date; one that has terminated is let go; one that is reserved here and not bound yet keeps
   * what it has. Setting all pods in any order gives the same state. Under {@link Profile#UPSTREAM}
   * whatever a pod states is believed, also what others have.
   *
   * @param pod the pod
   * @return the conflicts
   * @throws KoordException.Invalid a pod without uid
   * @throws KoordException.NotFound not bound or terminated, and held nothing
   * @throws KoordException.Conflict a reservation or its owner, on another node than before
   * @throws KoordException.Limit larger than a documented bound
   */
  public PodConflicts setPod(Pod pod) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long podAt = f.read("pod", pod);
      Memory conflictsOut = f.struct(KoordRaw.koord_pod_conflicts_size);
      f.check(KoordRaw.koord_cluster_set_pod(at, podAt, conflictsOut.address(), f.error()));
      return PodConflicts.read(conflictsOut.seek(0));
    }
  }

  /**
   * The same as things are now: other pods and reports may have come or gone since.
   *
   * @param uid the uid
   * @return the conflicts
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public PodConflicts podConflicts(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory conflictsOut = f.struct(KoordRaw.koord_pod_conflicts_size);
      f.check(KoordRaw.koord_cluster_get_pod_conflicts(at, uidText, conflictsOut.address(),
          f.error()));
      return PodConflicts.read(conflictsOut.seek(0));
    }
  }

  /**
   * The node that a pod holds something on.
   *
   * @param uid the uid
   * @return the node
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public int podNode(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory nodeOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_pod_node(at, uidText, nodeOut.address(), f.error()));
      return nodeOut.i32();
    }
  }

  /**
   * The CPUs it owns there, into all of {@code words}; all zero: it shares. Those of its
   * resource-status that are offline or that kubelet reserves are not among them.
   *
   * @param uid the uid
   * @return the cpus
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet podCpus(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_cluster_get_pod_cpus(at, uidText, cpusOut.address(), Frame.WORDS,
          f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * What it holds there as the value of the annotation scheduling.koordinator.sh/resource-status:
   * cpuset, numaNodeResources, cpuSharedPools.
   *
   * @param uid the uid
   * @return the document
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public String podStatus(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_pod_status(at, uidText, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * What it has of devices as the value of the annotation
   * scheduling.koordinator.sh/device-allocated: by type, minor, amounts, id and virtual functions;
   * {} where it has none. Devices that are kept for it as nothing tells which it has are not among
   * them.
   *
   * @param uid the uid
   * @return the document
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public String podDevices(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_pod_devices(at, uidText, documentOut.address(),
          f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * The minors of its devices of one type, as in {@link Cluster#deviceType}, be they all its own or
   * shared: ascending, each once; none where it has none of the type, or there is no such type.
   * {@code minors} may be null with capacity 0; Returns how many there are, also on NO_SPACE (then
   * nothing else is written).
   *
   * @param uid the uid
   * @param type the type
   * @return the minors
   * @throws KoordException.NotFound no such pod
   */
  public List<Integer> podMinors(String uid, int type) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(Integer.BYTES, Memory::i32, (rows_, capacity_, count_) ->
          KoordRaw.koord_cluster_get_pod_minors(at, uidText, type, rows_, capacity_, count_,
          f.error()));
    }
  }

  /**
   * PreBind: what to tell the API server about a reserved pod before it is bound, as a JSON merge
   * patch (RFC 7396): {"metadata":{"annotations":{...}}}, with {} for a pod that needs none. A
   * claim that {@code pod} carries and that is not what it got is replaced, or removed by null:
   * resource-status, device-allocated. The annotation resource-spec is part of it where the pod
   * does not state the bind policy that was in force, be it the configuration's, preferred, or the
   * node's, required.
   *
   * @param pod the pod
   * @param flags any number of them
   * @return the document
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   */
  public String prebind(Pod pod, PrebindFlag... flags) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      int flagsBits = Coded.bits(flags);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_prebind(at, podAt, flagsBits, documentOut.address(),
          f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * {@link Cluster#setDevices} of what the builder has, which stays as it is. There are no remarks.
   * Errors: as there.
   *
   * @param builder the builder
   * @return the id
   */
  public int setDevices(DeviceBuilder builder) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long builderAt = f.make("builder", builder);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_devices_from_builder(at, builderAt, idOut.address(),
          f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link Cluster#setNode} of what the builder has, which stays as it is. There are no remarks.
   * Errors: as there.
   *
   * @param builder the builder
   * @return the id
   */
  public int setNode(NodeBuilder builder) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long builderAt = f.make("builder", builder);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_node_from_builder(at, builderAt, idOut.address(),
          f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link Cluster#setTopology} of what the builder has, which stays as it is. There are no
   * remarks. Errors: as there.
   *
   * @param builder the builder
   * @return the id
   */
  public int setTopology(NrtBuilder builder) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long builderAt = f.make("builder", builder);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_topology_from_builder(at, builderAt, idOut.address(),
          f.error()));
      return idOut.i32();
    }
  }

  /**
   * Counts for every node the pods like {@code pod} that it still takes, put there one after the
   * other as Reserve puts them. Changes nothing. {@code options} and {@code query} are nullable.
   *
   * @param pod the pod
   * @param options the options; may be null
   * @param query the query; may be null
   * @return the capacity
   * @throws KoordException.Limit larger than a documented bound
   */
  public Capacity capacity(Pod pod, CapacityOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long optionsAt = CapacityOptions.write(f, options);
      long queryAt = f.read(query);
      Memory capacityOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_capacity(at, podAt, optionsAt, queryAt,
          capacityOut.address(), f.error()));
      return f.made(capacityOut, Capacity::new);
    }
  }

  /**
   * {@link #capacity(Pod, CapacityOptions, Query)} with null for options and query.
   *
   * @param pod the pod
   * @return the capacity
   */
  public Capacity capacity(Pod pod) {
    return capacity(pod, (CapacityOptions) null, (Query) null);
  }

  /**
   * Asks every node, and looks closely at the nearest of those that refuse. Pods that are to leave
   * have a lower priority than {@code pod}, and are none that the query protects with {@link
   * Protection#KEEP}.
   *
   * @param pod the pod
   * @param options nullable.
   * @param query nullable.
   * @return the explanation
   * @throws KoordException.Limit larger than a documented bound
   */
  public Explanation explain(Pod pod, ExplainOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long optionsAt = ExplainOptions.write(f, options);
      long queryAt = f.read(query);
      Memory explanationOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_explain(at, podAt, optionsAt, queryAt,
          explanationOut.address(), f.error()));
      return f.made(explanationOut, Explanation::new);
    }
  }

  /**
   * {@link #explain(Pod, ExplainOptions, Query)} with null for options and query.
   *
   * @param pod the pod
   * @return the explanation
   */
  public Explanation explain(Pod pod) {
    return explain(pod, (ExplainOptions) null, (Query) null);
  }

  /**
   * What a step's pod holds after it, as {@link Cluster#podStatus} says it; {} where it is
   * released.
   *
   * @param plan the plan
   * @param step the step
   * @return the document
   * @throws KoordException.Invalid also a plan of another cluster
   * @throws KoordException.NotFound its node is gone
   */
  public String stepStatus(Plan plan, long step) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long planAt = f.read("plan", plan);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_step_status(at, planAt, Frame.count("step", step),
          documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * What it has of devices after it, as {@link Cluster#podDevices} says it. Errors: as above.
   *
   * @param plan the plan
   * @param step the step
   * @return the document
   */
  public String stepDevices(Plan plan, long step) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long planAt = f.read("plan", plan);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_step_devices(at, planAt, Frame.count("step", step),
          documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Makes all changes of a plan, as if its steps were made one by one with nothing between them.
   * Nothing changed then.
   *
   * @param plan the plan
   * @return this object
   * @throws KoordException.Invalid a plan of another cluster
   * @throws KoordException.Stale a node that the plan relies on has changed since
   * @throws KoordException.Conflict a pod is not where the plan expects it
   * @throws KoordException.Limit larger than a documented bound
   */
  public Cluster commit(Plan plan) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long planAt = f.read("plan", plan);
      f.check(KoordRaw.koord_cluster_commit(at, planAt, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * A pod grows or shrinks in place (docs/resize.md): what it owns then contains, or is contained
   * in, what it owns now, a pod that shares CPUs stays on its NUMA nodes, and its policies hold as
   * for a new pod. Where that cannot be it is refused: {@link Reason#WOULD_MOVE} if other CPUs or
   * NUMA nodes would do.
   *
   * @param pod as it is to be, with the uid of one that is on a node.
   * @param query nullable.
   * @return all that the call gives
   * @throws KoordException.NotFound the pod holds nothing, or is thought away
   * @throws KoordException.Conflict it is a reservation or takes from one
   * @throws KoordException.Limit larger than a documented bound
   */
  public PlanResizeResult planResize(Pod pod, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long queryAt = f.read(query);
      Memory planOut = f.bytes(Long.BYTES);
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      f.check(KoordRaw.koord_cluster_plan_resize(at, podAt, queryAt, planOut.address(),
          refusalOut.address(), f.error()));
      return new PlanResizeResult(f.made(planOut, Plan::new), Refusal.read(refusalOut.seek(0)));
    }
  }

  /**
   * {@link #planResize(Pod, Query)} with null for query.
   *
   * @param pod the pod
   * @return all that the call gives
   */
  public PlanResizeResult planResize(Pod pod) {
    return planResize(pod, (Query) null);
  }

  /**
   * Places several pods at once or none of them (docs/gang.md). Pods are placed shape by shape in
   * the order of their demand: those for which fewer nodes have room first, then those with more
   * GPUs, more CPU, more memory, then by uid. First each goes to the best node as things are by
   * then; where that fails, other combinations are tried. For pods of one shape a refusal with
   * {@link Reason#GANG_UNPLACED} is a proof that no combination does; for pods of several, that
   * none does in this order. {@link Reason#SEARCH_LIMIT}: the budget was used up before one was
   * found. Several pods that ask for whole GPUs are brought together then, but under {@link
   * Profile#UPSTREAM}: on the fewest nodes, there with the largest sum of link scores inside the
   * pods, then between pods of one node; their sets are chosen at once on each node.
   *
   * @param pods {@code count} of them, 1..1024, with uids that differ.
   * @param options nullable.
   * @param query nullable; nominated pods are thought there.
   * @return all that the call gives
   * @throws KoordException.Invalid also a pod twice
   * @throws KoordException.Conflict a pod is on a node already, or is bound to one that is not
   *     there
   * @throws KoordException.Limit larger than a documented bound
   */
  public PlanGangResult planGang(List<Pod> pods, GangOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podsAt = f.handles("pods", pods);
      long optionsAt = GangOptions.write(f, options);
      long queryAt = f.read(query);
      Memory planOut = f.bytes(Long.BYTES);
      Memory infoOut = f.struct(KoordRaw.koord_gang_info_size);
      f.check(KoordRaw.koord_cluster_plan_gang(at, podsAt, pods.size(), optionsAt, queryAt,
          planOut.address(), infoOut.address(), f.error()));
      return new PlanGangResult(f.made(planOut, Plan::new), GangInfo.read(infoOut.seek(0)));
    }
  }

  /**
   * {@link #planGang(List, GangOptions, Query)} with null for options and query.
   *
   * @param pods the pods
   * @return all that the call gives
   */
  public PlanGangResult planGang(List<Pod> pods) {
    return planGang(pods, (GangOptions) null, (Query) null);
  }

  /**
   * From here on a policy scores nodes, for all pods: higher is better, and never less than 0. The
   * score says what the GPUs of the node are worth after the pod, CPUs and memory count only as far
   * as they say who fits; a pod that takes a part of one GPU gets the GPU of the node that the
   * policy thinks best. Everything is judged anew. FGD and ROOM_LEFT are made for the workload,
   * {@code rows}, of which FGD takes the most frequent 95 percent; the others do not look at it.
   * All but FGD and PACKING are made for the nodes that are there: call it again when the cluster
   * has become another one, or the workload. A GPU's part is its gpu-memory-ratio, a node's model
   * that of the label node.koordinator.sh/gpu-model or else of its Device object. Scores of
   * ROOM_LEFT lie near each other and far from 0: compare them, {@link Verdicts} rounds them to the
   * same value. All is as before then.
   *
   * @param policy the policy
   * @param rows the rows
   * @return this object
   * @throws KoordException.Invalid names the row and field; no tasks for FGD and ROOM_LEFT
   * @throws KoordException.Limit 65536 rows, 4096 of them that differ, 63 models, 4096 kinds of
   *     nodes
   */
  public Cluster setGpuPolicy(GpuPolicy policy, List<TaskClass> rows) {
    java.util.Objects.requireNonNull(rows, "rows");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      int policyCode = Coded.code("policy", policy);
      Texts texts = new Texts();
      Memory rowsAt = f.bytes((long) KoordRaw.koord_task_class_size * rows.size());
      rows.forEach(row_ -> row_.write(rowsAt, texts));
      f.check(KoordRaw.koord_cluster_set_gpu_policy(at, policyCode, rowsAt.address(),
          KoordRaw.koord_task_class_size, rows.size(), texts.bytes(), f.error()));
      return (Cluster) this;
    }
  }

  /**
   * Finds on every node the pods to evict so that {@code pod} fits. Those of a lower priority
   * (spec.priority) may have to go, unless {@code query} protects them with {@link
   * Protection#KEEP}; pods that are thought there never do, and have first call on the room that
   * victims leave. Changes nothing. {@code options} and {@code query} are nullable.
   *
   * @param pod the pod
   * @param options the options; may be null
   * @param query the query; may be null
   * @return the preemption
   * @throws KoordException.Limit larger than a documented bound
   */
  public Preemption preempt(Pod pod, PreemptOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long optionsAt = PreemptOptions.write(f, options);
      long queryAt = f.read(query);
      Memory preemptionOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_preempt(at, podAt, optionsAt, queryAt, preemptionOut.address(),
          f.error()));
      return f.made(preemptionOut, Preemption::new);
    }
  }

  /**
   * {@link #preempt(Pod, PreemptOptions, Query)} with null for options and query.
   *
   * @param pod the pod
   * @return the preemption
   */
  public Preemption preempt(Pod pod) {
    return preempt(pod, (PreemptOptions) null, (Query) null);
  }

  /**
   * The plan of a row: its victims let go, then the pod comes and gets its CPUs and NUMA amounts.
   * {@code refusal} (never null) tells where Reserve would not do what the verdict promised, the
   * answer is null then.
   *
   * @param preemption the preemption
   * @param row the row
   * @return all that the call gives
   * @throws KoordException.Invalid a pod without uid, a row with a reason, another cluster
   * @throws KoordException.Stale the node changed since
   * @throws KoordException.Limit larger than a documented bound
   */
  public PlanResizeResult planPreemption(Preemption preemption, long row) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long preemptionAt = f.read("preemption", preemption);
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      Memory planOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_plan_preemption(at, preemptionAt, Frame.count("row", row),
          refusalOut.address(), planOut.address(), f.error()));
      return new PlanResizeResult(f.made(planOut, Plan::new), Refusal.read(refusalOut.seek(0)));
    }
  }

  /**
   * Plans other CPUs for the pods of a node that own CPUs; nothing changes before the plan is
   * committed. No policy of any pod holds less afterwards, and the node is never worse by {@link
   * Fragmentation}. The same question gives the same plan. Time is bounded by the budget, not by a
   * clock.
   *
   * @param node the node
   * @param options null: any number of pods, {@link RebindBudget#DEFAULT}.
   * @param query null: nothing. Pods protected by {@link Protection#KEEP} stay as they are.
   * @return all that the call gives
   * @throws KoordException.NotFound the node
   * @throws KoordException.Limit larger than a documented bound
   */
  public PlanRebindResult planRebind(int node, RebindOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long optionsAt = RebindOptions.write(f, options);
      long queryAt = f.read(query);
      Memory planOut = f.bytes(Long.BYTES);
      Memory infoOut = f.struct(KoordRaw.koord_rebind_info_size);
      f.check(KoordRaw.koord_cluster_plan_rebind(at, Frame.count("node", node), optionsAt, queryAt,
          planOut.address(), infoOut.address(), f.error()));
      return new PlanRebindResult(f.made(planOut, Plan::new), RebindInfo.read(infoOut.seek(0)));
    }
  }

  /**
   * {@link #planRebind(int, RebindOptions, Query)} with null for options and query.
   *
   * @param node the node
   * @return all that the call gives
   */
  public PlanRebindResult planRebind(int node) {
    return planRebind(node, (RebindOptions) null, (Query) null);
  }

  /**
   * Whether a pod that a node refuses fits once some of the node's pods have moved: the plan's
   * steps are those moves, as few as are found, and last {@link StepKind#PLACE} of the pod.
   * options, query: as above.
   *
   * @param pod that holds nothing yet; with a uid.
   * @param node the node
   * @param options the options; may be null
   * @param query the query; may be null
   * @return all that the call gives
   * @throws KoordException.NotFound the node
   * @throws KoordException.Conflict as for {@link Cluster#planGang}
   * @throws KoordException.Limit larger than a documented bound
   */
  public PlanRebindResult planRebindFor(Pod pod, int node, RebindOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long optionsAt = RebindOptions.write(f, options);
      long queryAt = f.read(query);
      Memory planOut = f.bytes(Long.BYTES);
      Memory infoOut = f.struct(KoordRaw.koord_rebind_info_size);
      f.check(KoordRaw.koord_cluster_plan_rebind_for(at, podAt, Frame.count("node", node),
          optionsAt, queryAt, planOut.address(), infoOut.address(), f.error()));
      return new PlanRebindResult(f.made(planOut, Plan::new), RebindInfo.read(infoOut.seek(0)));
    }
  }

  /**
   * {@link #planRebindFor(Pod, int, RebindOptions, Query)} with null for options and query.
   *
   * @param pod the pod
   * @param node the node
   * @return all that the call gives
   */
  public PlanRebindResult planRebindFor(Pod pod, int node) {
    return planRebindFor(pod, node, (RebindOptions) null, (Query) null);
  }

  /**
   * A pod that was reserved or set is a reservation from now on, and does not count as a pod of its
   * node any more; one that is a reservation already gets the policy. What is left of it is what
   * {@link Cluster#podStatus} says.
   *
   * @param uid the uid
   * @param policy the policy
   * @return this object
   * @throws KoordException.NotFound it holds nothing
   * @throws KoordException.Conflict it takes from a reservation itself
   * @throws KoordException.Limit larger than a documented bound
   */
  public Cluster setReservation(String uid, ReservationPolicy policy) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      int policyCode = Coded.code("policy", policy);
      f.check(KoordRaw.koord_cluster_set_reservation(at, uidText, policyCode, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * {@link Cluster#reserve} for an owner, on the node of the one reservation that {@code query}
   * uses ({@link Query#useReservation}). {@link Reason#RESERVATION_SHORT}: under RESTRICTED too
   * little is left. The query's affinity must be 0. Errors: as there, NOT_FOUND (there is no such
   * reservation), CONFLICT (the pod is here already, without it).
   *
   * @param pod the pod
   * @param query the query; may be null
   * @return all that the call gives
   */
  public ReserveResult reserveFrom(Pod pod, Query query) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long podAt = f.read("pod", pod);
      long queryAt = f.read(query);
      Memory cpusOut = f.words();
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      f.check(KoordRaw.koord_cluster_reserve_from(at, podAt, queryAt, cpusOut.address(),
          Frame.WORDS, refusalOut.address(), f.error()));
      return new ReserveResult(CpuSet.read(cpusOut, Frame.WORDS), Refusal.read(refusalOut.seek(0)));
    }
  }

  /**
   * {@link #reserveFrom(Pod, Query)} with null for query.
   *
   * @param pod the pod
   * @return all that the call gives
   */
  public ReserveResult reserveFrom(Pod pod) {
    return reserveFrom(pod, (Query) null);
  }

  /**
   * After a restart: the pod, which has been set, has what it holds from this reservation, which
   * has been set, too, with all that it reserved, and is on the same node. A second time it has no
   * effect.
   *
   * @param uid the uid
   * @param reservation the reservation
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or whatever else was named
   * @throws KoordException.Conflict another node or another reservation
   * @throws KoordException.Limit larger than a documented bound
   */
  public Cluster attachOwner(String uid, String reservation) {
    byte[] uidText = Frame.utf8("uid", uid);
    byte[] reservationText = Frame.utf8("reservation", reservation);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_cluster_attach_owner(at, uidText, reservationText, f.error()));
      return (Cluster) this;
    }
  }
}
