// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler
 * (semantics: Koordinator's CPU orchestration proposal; docs/embed/cluster.md). The handle
 * synchronises itself: any thread may call any function on it at any time. No call except planning
 * locks the cluster for longer than one evaluation.
 */
abstract class ClusterCalls extends Handle {
  ClusterCalls(long address, Context kept) {
    super(address, keeping(kept, KoordRaw::koord_cluster_free), false);
  }

  /**
   * Creates an empty cluster. {@code context} receives the diagnostics of all calls on the cluster,
   * on the threads that make the calls, and concurrently when calls are concurrent. Free the
   * context after the cluster. {@code args} are the arguments of Koordinator's plugins as JSON
   * (null: their defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource,
   * DeviceShare or both in a profile, or the arguments of one of the two, here with the defaults in
   * brackets:
   * <ul>
   *   <li>NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask for it
   *       are bound to CPUs), numaTopologyAlignmentPolicy (from the proposal, for nodes that state
   *       none; "BestEffort"), scoringStrategy (MostAllocated: pods are packed on few nodes) and
   *       numaScoringStrategy (LeastAllocated; read under {@link Profile#UPSTREAM} only), each with
   *       type MostAllocated, LeastAllocated or BalancedAllocation and up to 64 resources with
   *       weights 1 to 100 (cpu and memory, 1 each). As upstream, the weights of scoringStrategy
   *       apply to both strategies.
   *   <li>DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which
   *       overrides options.device_strategy (LeastAllocated), and weights; see
   *       docs/reference/devices.md.
   * </ul>
   *
   * @param context receives diagnostics; may be null
   * @param options the options; may be null
   * @param args the args; may be null
   * @return the cluster
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Unsupported another profile
   * @throws KoordException.Limit larger than a documented bound
   */
  public static Cluster create(Context context, ClusterOptions options, String args) {
    byte[] argsText = Frame.utf8(args);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      long optionsAt = ClusterOptions.write(f, options);
      Memory clusterOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_new(contextAt, optionsAt, argsText, clusterOut.address(),
          f.error()));
      return f.made(clusterOut, made -> new Cluster(made, context));
    }
  }

  /**
   * {@link #create(Context, ClusterOptions, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param options the options; may be null
   * @param args the args; may be null
   * @return the cluster
   */
  public static Cluster create(Context context, ClusterOptions options, byte[] args) {
    byte[] argsText = args;
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      long optionsAt = ClusterOptions.write(f, options);
      Memory clusterOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_new(contextAt, optionsAt, argsText, clusterOut.address(),
          f.error()));
      return f.made(clusterOut, made -> new Cluster(made, context));
    }
  }

  /**
   * {@link #create(Context, ClusterOptions, String)} with null for context.
   *
   * @param options the options; may be null
   * @param args the args; may be null
   * @return the cluster
   */
  public static Cluster create(ClusterOptions options, String args) {
    return create((Context) null, options, args);
  }

  /**
   * {@link #create(Context, ClusterOptions, byte[])} with null for context.
   *
   * @param options the options; may be null
   * @param args the args; may be null
   * @return the cluster
   */
  public static Cluster create(ClusterOptions options, byte[] args) {
    return create((Context) null, options, args);
  }

  /**
   * {@link #create(Context, ClusterOptions, String)} with null for context and options and args.
   *
   * @return the cluster
   */
  public static Cluster create() {
    return create((Context) null, (ClusterOptions) null, (String) null);
  }

  /**
   * Adds or replaces the node described by a Node (v1) object of the API server
   * (docs/reference/objects.md lists the fields). Allocations of its pods are kept. Returns the
   * number of the node; numbers count up from 0 and are never reused. Amounts are at most 2^50, CPU
   * 2^42 milli: a node that reports more is treated as having this much, and so does a bound pod
   * that requests more; every call for another pod that requests more is LIMIT. Pods that wait for
   * the node ({@link Cluster#setPod}) are attached to it.
   *
   * @param json the json
   * @return the id
   * @throws KoordException.Invalid names node and field
   * @throws KoordException.Limit over 4 MiB, more than 1024 resources of the node or 2^20 node
   *     numbers, those of removed nodes included
   */
  public int setNode(String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_node(at, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setNode(String)} of a document's bytes, in UTF-8.
   *
   * @param json the json
   * @return the id
   */
  public int setNode(byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_node(at, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * Sets the NodeResourceTopology of a node: CPUs, NUMA nodes and kubelet's settings. It may be set
   * before the node itself. Pods keep their allocations, even if those CPUs no longer exist.
   * Errors: as {@link Cluster#setNode}; LIMIT over 16 MiB.
   *
   * @param json the json
   * @return the id
   */
  public int setTopology(String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_topology(at, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setTopology(String)} of a document's bytes, in UTF-8.
   *
   * @param json the json
   * @return the id
   */
  public int setTopology(byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_topology(at, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * Sets the devices of a node: a Device object (scheduling.koordinator.sh/v1alpha1), named after
   * the node, in any published spelling (docs/reference/devices.md). Devices may be GPUs, RDMA and
   * FPGA devices and any other type. Requests for a resource that devices have are allocated from
   * the devices; the node's own amount of that resource no longer counts. The object may be set
   * before the node itself. Pods keep their allocations, even if those devices no longer exist or
   * are unhealthy. Errors: as {@link Cluster#setNode}; also INVALID for two devices of one type and
   * minor, LIMIT for more than 64 devices of one type, 16 resources of one type and 64 types.
   *
   * @param json the json
   * @return the id
   */
  public int setDevices(String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_devices(at, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * {@link #setDevices(String)} of a document's bytes, in UTF-8.
   *
   * @param json the json
   * @return the id
   */
  public int setDevices(byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory idOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_set_devices(at, jsonText, idOut.address(), f.error()));
      return idOut.i32();
    }
  }

  /**
   * Removes the node with its topology and pods. A node with the same name gets a new number when
   * it is added again.
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Removes the NodeResourceTopology of the node.
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Removes the Device object of the node: its devices are not allocated until the object returns;
   * existing allocations are kept.
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Returns the number of an existing node.
   *
   * @param name the name
   * @return the id
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Writes the name of the node with this number, even if the node was removed.
   *
   * @param node the node
   * @return the text
   * @throws KoordException.NotFound no such node, pod, file or other named object
   */
  public String nodeName(int node) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_cluster_get_node_name(at,
          Frame.count("node", node), room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * Returns the names of all existing nodes in one call. For nodes that are added later, use {@link
   * Cluster#nodeName}.
   *
   * @return the node names
   */
  public NodeNames nodeNames() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory nodeNamesOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_node_names(at, nodeNamesOut.address(), f.error()));
      return f.made(nodeNamesOut, NodeNames::new);
    }
  }

  /**
   * Returns the machine of a node, null if its topology is unknown.
   *
   * @param node the node
   * @return the topology
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Writes one set of CPUs of a node.
   *
   * @param node the node
   * @param which the value to select
   * @return the cpus
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Returns the counts.
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
   * Writes the name of the resource that {@code Refusal.resource} stands for. A number stands for
   * its resource as long as a node or pod of the cluster, or the pod of the call that returned it,
   * mentions the resource. Later the number may be reused for another.
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
   * Writes the name of the device type that {@code Refusal.deviceType} stands for: 0 "gpu", 1
   * "rdma", 2 "fpga", other numbers as long as something in the cluster is of that type.
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
   * Returns the number of a device type by its name.
   *
   * @param name the name
   * @return the id
   * @throws KoordException.NotFound no such type
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
   * Writes the sentence of {@link Refusal#text} with this cluster's names of resources and device
   * types ("needs 4 of example.com/nic; the node has 2 available"). Use it soon after the call that
   * returned the refusal: numbers may be reused.
   *
   * @param refusal the refusal
   * @return the text
   */
  public String formatRefusal(Refusal refusal) {
    java.util.Objects.requireNonNull(refusal, "refusal");
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory refusalAt = f.zeros(KoordRaw.koord_refusal_size);
      refusal.write(refusalAt);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_cluster_format_refusal(at,
          refusalAt.address(), room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * Judges one node for a pod, with the details of a refusal.
   *
   * @param pod the pod
   * @param query the query; may be null
   * @param node the node
   * @return the results
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
   * @return the results
   */
  public JudgeResult judge(Pod pod, int node) {
    return judge(pod, (Query) null, node);
  }

  /**
   * Reserve: allocates CPUs and NUMA amounts on the node to the pod, or refuses it. A verdict holds
   * as long as the node does not change. A pod that is already reserved on this node keeps its
   * allocation.
   *
   * @param pod the pod
   * @param query may be null; its flags, generation and affinity are read.
   * @param node the node
   * @return the results
   * @throws KoordException.Invalid a pod without uid, an affinity beyond the node's NUMA nodes, a
   *     query that names pods, nodes or reservations
   * @throws KoordException.NotFound no such node
   * @throws KoordException.Stale the node changed since the query's generation
   * @throws KoordException.Conflict the pod is on another node; or {@code ClusterInfo.rejected}
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
   * @return the results
   */
  public ReserveResult reserve(Pod pod, int node) {
    return reserve(pod, (Query) null, node);
  }

  /**
   * Computes the NUMA hints of the node's CPUs and other resources, for a host whose topology
   * manager has other providers, too (GetPodTopologyHints). The host adds the hints of its other
   * providers by {@link NumaHints#addList}, and passes the result of {@link Koord#numaMerge} to
   * {@link Query#setAffinity}. Under {@link Profile#UPSTREAM} a set of NUMA nodes is a hint if a
   * trial allocation of the whole pod succeeds there; under {@link Profile#SPEC} if the one
   * resource suffices. The score of a hint is that of the NUMA scoring strategy, or 0.
   *
   * @param pod the pod
   * @param node the node
   * @param policy the policy in force. Preferred are the fewest NUMA nodes that could hold the
   *     request if empty; under {@link Profile#UPSTREAM} all under RESTRICTED.
   * @param hints its content is replaced by the node's NUMA nodes with their users, without
   *     distances, and by lists by resource name, of provider 0. Unchanged on failure.
   * @return this object
   * @throws KoordException.NotFound no such node or topology
   * @throws KoordException.Limit more than 16 NUMA nodes with the resource, MAX_NUMA_LISTS
   *     resources, MAX_NUMA_HINTS hints
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
   * Removes a pod (Unreserve, or the pod was deleted): frees its allocations, or ends its wait for
   * a node.
   *
   * @param uid the uid
   * @return this object
   * @throws KoordException.NotFound it has no allocation: it was removed before or never set
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
   * Adds or updates a bound pod of the API server, with its claims: the allocations that it states
   * (resource-status, device-allocated). Use it after restarts and for pods that another scheduler
   * placed. Setting all pods in any order gives the same state. A pod that was reserved on this
   * node keeps that allocation, whatever it claims. Claims of other pods are accepted as far as
   * they can be valid: whole CPUs only for QoS LSE and LSR, no more than the pod requests, only
   * devices that it requests, and nothing that belongs to a pod of higher precedence. Precedence:
   * first pods that were reserved here, then pods whose CPUs or devices the node reports
   * (pod-cpu-allocs, devices-checkpoints), then the pod that was bound first (PodScheduled), then
   * the lower uid. The order of calls never matters. A refused claim is checked again whenever the
   * node or its pods change; apart from accepted claims the pod has the amounts that it requests.
   * {@code conflicts} receives what is refused, as {@link Cluster#podConflicts}. Under {@link
   * Profile#UPSTREAM} every claim is accepted, even to what other pods have. A pod without
   * device-allocated has the GPUs that NVIDIA_VISIBLE_DEVICES of its containers names, else those
   * of kubelet's record; else as many as it requests are set aside for it
   * (docs/reference/devices.md). If the node does not exist, the pod waits for it: it has no
   * allocations, does not create the node, cannot be reserved, and is attached when the first
   * object of the node is set. At most 262,144 pods with 256 MiB of claims may wait; beyond that
   * the call returns LIMIT: set the pod again when its node exists. A known pod is updated. A
   * terminated pod is released. A pod that is reserved here and not bound yet keeps its allocation.
   *
   * @param pod the pod
   * @return the conflicts
   * @throws KoordException.Invalid a pod without uid
   * @throws KoordException.NotFound not bound or terminated, and without allocation
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
   * Returns the current conflicts of a pod: they change when other pods and the objects of the node
   * change.
   *
   * @param uid the uid
   * @return the conflicts
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Returns the node on which a pod has allocations.
   *
   * @param uid the uid
   * @return the node
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Writes the CPUs that the pod owns; all zero: it shares CPUs. CPUs of its resource-status that
   * are offline, or that kubelet reserves, are not included.
   *
   * @param uid the uid
   * @return the cpus
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Writes the pod's allocation as the value of the annotation
   * scheduling.koordinator.sh/resource-status: cpuset, numaNodeResources, cpuSharedPools.
   *
   * @param uid the uid
   * @return the document
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Writes the pod's devices as the value of the annotation
   * scheduling.koordinator.sh/device-allocated: by type, minor, amounts, id and virtual functions;
   * {} if it has none. Devices that are set aside for the pod, because no source says which it has,
   * are not included.
   *
   * @param uid the uid
   * @return the document
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Returns the present minors of the pod's devices of one type ({@link Cluster#deviceType}),
   * exclusive or shared: ascending, each once; none of devices that are gone, or if the type does
   * not exist.
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
   * PreBind: writes the patch to send to the API server for a reserved pod before it is bound, as a
   * JSON merge patch (RFC 7396): {"metadata":{"annotations":{...}}}, or {} if the pod needs none.
   * Claims of {@code pod} (resource-status, device-allocated) that differ from its allocation are
   * replaced, or removed by null. The patch includes the annotation resource-spec if the pod does
   * not state the bind policy that applied: a preferred policy from the configuration, or a
   * required policy from the node.
   *
   * @param pod the pod
   * @param flags the flags, if any
   * @return the document
   * @throws KoordException.NotFound no such node, pod, file or other named object
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
   * Writes the allocation of a step's pod after the step, as {@link Cluster#podStatus} does; {} if
   * it is released.
   *
   * @param plan the plan
   * @param step the step
   * @return the document
   * @throws KoordException.Invalid also a plan of another cluster
   * @throws KoordException.NotFound its node was removed
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
   * Writes the devices of a step's pod after the step, as {@link Cluster#podDevices} does. Errors:
   * as {@link Cluster#stepStatus}.
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
   * Applies a plan atomically: all of its steps, with no other change in between. If it fails,
   * nothing changed. Only STALE is worth another attempt: make a new plan and commit that one.
   *
   * @param plan the plan
   * @return this object
   * @throws KoordException.Invalid a plan of another cluster
   * @throws KoordException.Stale the cluster has changed since the plan was made: a node that it
   *     relies on, or the place of one of its pods
   * @throws KoordException.Conflict nothing changed, and the plan would give more CPUs, amounts of
   *     NUMA nodes or devices than a node has; counted in {@code ClusterInfo.rejected}, a defect of
   *     the library
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
   * Plans to resize a pod in place (docs/embed/resize.md): its CPUs after the resize contain, or
   * are contained in, those that it owns now; a pod that shares CPUs stays on its NUMA nodes; its
   * policies hold as for a new pod. If this is impossible the resize is refused, with {@link
   * Reason#WOULD_MOVE} if other CPUs or NUMA nodes would do.
   *
   * @param pod the pod as it should become, with the uid of a pod that is on a node.
   * @param query the query; may be null
   * @return the results
   * @throws KoordException.NotFound the pod has no allocation, or the query removes it
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
   * @return the results
   */
  public PlanResizeResult planResize(Pod pod) {
    return planResize(pod, (Query) null);
  }

  /**
   * Counts for every node how many more pods like {@code pod} it takes, placed one after another as
   * Reserve places them. Changes nothing.
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
   * Same as {@link Cluster#setDevices}, from the content of the builder, which is not changed.
   * There are no diagnostics. Errors: as {@link Cluster#setDevices}.
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
   * Judges every node, and examines closely the nearest of those that refuse: the nodes with the
   * smallest shortage. Evictions in remedies are of pods with a lower priority than {@code pod}
   * that the query does not protect with {@link Protection#KEEP}.
   *
   * @param pod the pod
   * @param options the options; may be null
   * @param query the query; may be null
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
   * Places several pods together or not at all (docs/embed/gang.md). Pods are placed shape by
   * shape, the most demanding first: the shape for which fewer nodes have room, then the one with
   * more GPUs, more CPU, more memory, then by uid. The first attempt places each pod on the node
   * that is best after the earlier ones; if that fails, other combinations are tried. For pods of
   * one shape, a refusal with {@link Reason#GANG_UNPLACED} proves that no combination fits; for
   * pods of several shapes, that none fits in this order. {@link Reason#SEARCH_LIMIT}: the budget
   * was used up before a placement was found. The budget bounds the time of a call. A trial of a
   * pod on a node costs one unit, so do 16 judgements of nodes with pods of the gang, and 256 nodes
   * judged for a shape: 1000 pods of one shape cost about 1100 units on 10,000 nodes; hundreds of
   * different pods need a larger budget. Several pods that request whole GPUs are placed close
   * together, except under {@link Profile#UPSTREAM}: on the fewest nodes, then with the largest sum
   * of link scores within the pods, then between pods of one node; on each node the GPU sets of all
   * pods are chosen together.
   *
   * @param pods 1..1024 of them, with different uids.
   * @param options the options; may be null
   * @param query may be null; pods that it adds (nominated pods) count, nodes that it excludes do
   *     not.
   * @return the results
   * @throws KoordException.Invalid also a pod twice
   * @throws KoordException.Conflict a pod is on a node already, or is bound to a node that does not
   *     exist
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
   * @return the results
   */
  public PlanGangResult planGang(List<Pod> pods) {
    return planGang(pods, (GangOptions) null, (Query) null);
  }

  /**
   * Makes a policy score nodes for all pods from now on: a higher score is better, and no score is
   * below 0. The score rates the GPUs that the node has left after the pod (for BEST_FIT and
   * DOT_PRODUCT the CPUs, too); otherwise CPUs and memory count only for which tasks fit. A pod
   * that requests a part of one GPU gets the GPU of the node that the policy rates best. All
   * verdicts change. {@code rows} is the workload. Only FGD, FGD_ALL and ROOM_LEFT read it; FGD
   * uses its most frequent 95 percent. All policies except FGD, FGD_ALL and PACKING are tuned to
   * the current nodes: call this again when the cluster or the workload has changed substantially.
   * The part of a GPU is its gpu-memory-ratio. The model of a node is that of its label
   * node.koordinator.sh/gpu-model, else that of its Device object. Scores of ROOM_LEFT are far from
   * 0 and close to each other: compare them directly, because {@link Verdicts} rounds them to the
   * same value.
   *
   * @param policy the policy
   * @param rows the rows
   * @return this object
   * @throws KoordException.Invalid names the row and field; no tasks for FGD, FGD_ALL and ROOM_LEFT
   * @throws KoordException.Limit 65536 rows, 4096 different rows, 63 models, 4096 kinds of nodes
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
   * Same as {@link Cluster#setNode}, from the content of the builder, which is not changed. There
   * are no diagnostics. Errors: as {@link Cluster#setNode}.
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
   * Same as {@link Cluster#setTopology}, from the content of the builder, which is not changed.
   * Errors: as {@link Cluster#setTopology}.
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
   * Adds the objects of a text to a cluster: one object, a List ("kubectl get -o json"), an array,
   * or several of these after each other, in any order. Every order of the objects, and of the
   * documents, results in the same cluster: nodes get numbers by their names.
   * <ul>
   *   <li>Node, NodeResourceTopology and Device are set as by {@link Cluster#setNode} and its
   *       siblings.
   *   <li>A Pod with a node is set as by {@link Cluster#setPod}; one that has ended is released. A
   *       Pod without a node is PENDING. A Pod without metadata.uid gets "NAMESPACE/NAME" as its
   *       uid.
   *   <li>A Reservation that holds resources of a node is set, with its policy, and pods that name
   *       it (annotation scheduling.koordinator.sh/reservation-allocated) are attached to it.
   *   <li>Deployment, ReplicaSet, StatefulSet, Job and CronJob stand for the pods of their
   *       template: spec.replicas of them, or as many as a Job runs at once, named "web-0",
   *       "web-1". Only a StatefulSet's pods have these names in a cluster; the others get random
   *       suffixes there. All workloads of a text have at most 100,000 pods, and 256 MiB of pods as
   *       JSON: each workload is expanded if it fits beside those with less JSON, and REFUSED
   *       (LIMIT) otherwise. Names and namespaces of more than 253 bytes are INVALID. A workload is
   *       SKIPPED if another object controls it, if it is a suspended or finished Job, and if an
   *       API server has stored it (metadata.uid) and the text has any Pod: its own pods are then
   *       expected in the text. The pods of a DaemonSet depend on the nodes: its kind is not used.
   *   <li>The devices of a ResourceClaim that is allocated are held on its node, and no pod gets
   *       them, if a Device object of the node has them by the identity that a ResourceSlice states
   *       (docs/reference/claims.md). Claims and slices replace those of the same name, and apply
   *       to every Device object of the cluster, however and whenever it is set. A claim that is
   *       not allocated holds nothing. If neither the allocation nor a slice states its node, it is
   *       that of the claim's pods: of these only Pods of such texts count, not those of {@link
   *       Cluster#setPod}.
   *   <li>Other kinds are SKIPPED.
   * </ul>
   *
   * <p>An object that cannot be added does not affect others: its end is found by its brackets and
   * strings, whatever else is wrong in it. Objects that are in the text twice, by name or uid, are
   * all REFUSED (CONFLICT); so is a workload whose pod is another object of the text, too. Objects
   * are added one by one: calls of other threads may see some of them. Single objects are REFUSED
   * with the errors of the calls above, with INVALID if they are no JSON, and with LIMIT beyond 4
   * MiB (NodeResourceTopology: 16 MiB) and 64 nested arrays and objects.
   *
   * @param json the json
   * @return the added objects
   * @throws KoordException.Invalid a bracket or a string does not end, or there is other text
   *     between objects: the message has line and byte
   * @throws KoordException.Limit 256 MiB of text, 1,000,000 objects, 2 GiB of memory for rows and
   *     objects
   * @throws KoordException.NoMemory some objects may have been added; repeat the call
   */
  public AddedObjects addObjects(String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory addedObjectsOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_add_objects(at, jsonText, addedObjectsOut.address(),
          f.error()));
      return f.made(addedObjectsOut, AddedObjects::new);
    }
  }

  /**
   * {@link #addObjects(String)} of a document's bytes, in UTF-8.
   *
   * @param json the json
   * @return the added objects
   */
  public AddedObjects addObjects(byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory addedObjectsOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_add_objects(at, jsonText, addedObjectsOut.address(),
          f.error()));
      return f.made(addedObjectsOut, AddedObjects::new);
    }
  }

  /**
   * Removes a ResourceSlice that {@link Cluster#addObjects} added.
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or other named object
   * @throws KoordException.NoMemory repeat the call: some nodes may have changed
   */
  public Cluster removeResourceSlice(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_cluster_remove_resource_slice(at, nameText, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * Removes a ResourceClaim that {@link Cluster#addObjects} added; its devices are free. {@code
   * name} is "NAMESPACE/NAME".
   *
   * @param name the name
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or other named object
   * @throws KoordException.NoMemory repeat the call: some nodes may have changed
   */
  public Cluster removeResourceClaim(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_cluster_remove_resource_claim(at, nameText, f.error()));
      return (Cluster) this;
    }
  }

  /**
   * Writes the devices of a node that ResourceClaims hold, as the value of the annotation
   * node.koordinator.sh/claimed-devices (docs/reference/objects.md):
   * [{"podUID":"","containerName":"","resourceName":"","deviceIDs":[]}], "[]" if they hold none.
   * {@code podUID} is "resourceclaim:UID" of the claim, the uid of the pod whose extended resources
   * the claim serves, or "resourceclaims" if the node has more claims than are counted. {@code
   * deviceIDs} are the ids of the Device object; "*" is any device of the resource, because the
   * claim's one is not identified. Entries of the Device object's own annotation come first. {@code
   * name} is the node's.
   *
   * @param name the name
   * @return the document
   * @throws KoordException.NotFound the node has no Device object
   */
  public String claimedDevices(String name) {
    byte[] nameText = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cluster_get_claimed_devices(at, nameText, documentOut.address(),
          f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Finds on every node the pods to evict so that {@code pod} fits. Only pods with a lower priority
   * (spec.priority) can be victims, unless {@code query} protects them with {@link
   * Protection#KEEP}. Pods that the query adds (nominated pods) are never victims, and get the room
   * that victims leave first. Changes nothing.
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
   * Makes the plan of a row: its victims are released, then the pod is placed and gets its CPUs and
   * NUMA amounts. {@code refusal} (never null) says why, if Reserve would refuse what the verdict
   * promised; the answer is null then.
   *
   * @param preemption the preemption
   * @param row the row
   * @return the results
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
   * Plans other CPUs for those pods of a node that own CPUs. Nothing changes until the plan is
   * committed. No pod's policies are met less well than before, and the node never gets worse by
   * {@link Fragmentation}. The same input gives the same plan. The budget bounds the time; no clock
   * is used.
   *
   * @param node the node
   * @param options null: any number of pods, {@link RebindBudget#DEFAULT}.
   * @param query may be null. Pods protected by {@link Protection#KEEP} do not move.
   * @return the results
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
   * @return the results
   */
  public PlanRebindResult planRebind(int node) {
    return planRebind(node, (RebindOptions) null, (Query) null);
  }

  /**
   * Plans how a pod that a node refuses fits after some of the node's pods have moved. The steps of
   * the plan are those moves, as few as were found, and last {@link StepKind#PLACE} of the pod.
   * options, query as for {@link Cluster#planRebind}.
   *
   * @param pod must have a uid and no allocation yet.
   * @param node the node
   * @param options the options; may be null
   * @param query the query; may be null
   * @return the results
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
   * @return the results
   */
  public PlanRebindResult planRebindFor(Pod pod, int node) {
    return planRebindFor(pod, node, (RebindOptions) null, (Query) null);
  }

  /**
   * Turns a pod that was reserved or set into a reservation, which no longer counts as a pod of its
   * node. An existing reservation gets the policy. {@link Cluster#podStatus} returns what is left
   * of a reservation.
   *
   * @param uid the uid
   * @param policy the policy
   * @return this object
   * @throws KoordException.NotFound it has no allocation
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
   * Same as {@link Cluster#reserve} for an owner, on the node of the one reservation that {@code
   * query} names ({@link Query#useReservation}). {@link Reason#RESERVATION_SHORT}: under RESTRICTED
   * too little is left. The query's affinity must be 0. Errors: as {@link Cluster#reserve},
   * NOT_FOUND (no such reservation), CONFLICT (the pod is on the node already, without the
   * reservation).
   *
   * @param pod the pod
   * @param query the query; may be null
   * @return the results
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
   * @return the results
   */
  public ReserveResult reserveFrom(Pod pod) {
    return reserveFrom(pod, (Query) null);
  }

  /**
   * After a restart: records that a pod took its allocation from a reservation on the same node.
   * Both must have been set before, the reservation with everything that it reserved. Repeating the
   * call has no effect.
   *
   * @param uid the uid
   * @param reservation the reservation
   * @return this object
   * @throws KoordException.NotFound no such node, pod, file or other named object
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

  @Override
  String told() {
    var info = info();
    return told(
        "generation", info.generation(), "pods", info.pods(), "nodes", info.nodes(), "ids",
        info.ids());
  }
}
