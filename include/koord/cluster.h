/* The nodes of a cluster and the pods on them, for a scheduler.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_CLUSTER_H_
#define KOORD_CLUSTER_H_

#include "numa.h"
#include "pod.h"
#include "topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler
 *  (semantics: Koordinator's CPU orchestration proposal; docs/embed/cluster.md). The handle
 *  synchronises itself: any thread may call any function on it at any time, even functions that
 *  take a `koord_cluster *`; only koord_cluster_free requires exclusive access. No call except
 *  planning locks the cluster for longer than one evaluation. */
typedef struct koord_cluster koord_cluster KOORD_SYNCHRONIZED;

/** Options of a cluster. */
typedef uint32_t koord_cluster_flags;
enum {
  /** Score by Koordinator's current formula, even under KOORD_PROFILE_SPEC. */
  KOORD_CLUSTER_UPSTREAM_SCORE = 1,
  /** Ignore kubelet's own allocations and reserved CPUs. This is the first stage of taking over
   *  kubelet's CPU management. */
  KOORD_CLUSTER_IGNORE_KUBELET = 2
};

/** Scoring strategies for devices: Koordinator's DeviceShare, with its default weights. */
typedef int32_t koord_device_strategy;
enum {
  KOORD_DEVICE_STRATEGY_DEFAULT = 0,        /**< not stated: least allocated */
  KOORD_DEVICE_STRATEGY_MOST_ALLOCATED = 1, /**< pack pods */
  KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED = 2 /**< spread pods over devices and nodes */
};

/** Choice of GPUs for a pod that requests several (docs/reference/devices-links.md). */
typedef int32_t koord_gpu_pick;
enum {
  KOORD_GPU_PICK_SET = 0, /**< the best-linked set */
  /** a set of the best split of all free GPUs into sets of the requested size */
  KOORD_GPU_PICK_PARTITION = 1
};

/** Options of filter and score of a cluster. The arguments of koord_cluster_new decide whether pods
 *  are packed on few nodes, which is the default, or spread over many. */
typedef struct koord_cluster_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_cluster_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
  koord_device_strategy device_strategy;
  koord_gpu_pick gpu_pick;
  uint32_t reserved; /**< 0 */
} koord_cluster_options;

/** Creates an empty cluster. `context` (nullable) receives the diagnostics of all calls on the
 *  cluster, on the threads that make the calls, and concurrently when calls are concurrent. Free
 *  the context after the cluster. `args` are the arguments of Koordinator's plugins as JSON (length
 *  0: their defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare
 *  or both in a profile, or the arguments of one of the two, here with the defaults in brackets:
 *  - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask for it are
 *    bound to CPUs), numaTopologyAlignmentPolicy (from the proposal, for nodes that state none;
 *    "BestEffort"), scoringStrategy (MostAllocated: pods are packed on few nodes) and
 *    numaScoringStrategy (LeastAllocated; read under KOORD_PROFILE_UPSTREAM only), each with type
 *    MostAllocated, LeastAllocated or BalancedAllocation and up to 64 resources with weights 1 to
 *    100 (cpu and memory, 1 each). As upstream, the weights of scoringStrategy apply to both
 *    strategies.
 *  - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which overrides
 *    options.device_strategy (LeastAllocated), and weights; see docs/reference/devices.md.
 *  Errors: INVALID (names the field), UNSUPPORTED (another profile), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_new(KOORD_NULLABLE const koord_context *context,
                                         KOORD_NULLABLE const koord_cluster_options *options,
                                         KOORD_NULLABLE KOORD_DOCUMENT const char *args,
                                         size_t args_length, koord_cluster **out, koord_error *err);
KOORD_API void koord_cluster_free(koord_cluster *cluster);

/** Adds or replaces the node described by a Node (v1) object of the API server
 *  (docs/reference/objects.md lists the fields). Allocations of its pods are kept. `*id` (nullable)
 *  receives the number of the node; numbers count up from 0 and are never reused.
 *  Amounts are at most 2^50, CPU 2^42 milli: a node that reports more is treated as having this
 *  much, and so does a bound pod that requests more; every call for another pod that requests more
 *  is LIMIT. Pods that wait for the node (koord_cluster_set_pod) are attached to it.
 *  Errors: INVALID (names node and field), LIMIT (over 4 MiB, more than 1024 resources of the node
 *  or 2^20 node numbers, those of removed nodes included), NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_node(koord_cluster *cluster,
                                              KOORD_DOCUMENT const char *json, size_t length,
                                              KOORD_NULLABLE uint32_t *id, koord_error *err);
/** Sets the NodeResourceTopology of a node: CPUs, NUMA nodes and kubelet's settings. It may be set
 *  before the node itself. Pods keep their allocations, even if those CPUs no longer exist. Errors:
 *  as koord_cluster_set_node; LIMIT over 16 MiB. */
KOORD_API koord_status koord_cluster_set_topology(koord_cluster *cluster,
                                                  KOORD_DOCUMENT const char *json, size_t length,
                                                  KOORD_NULLABLE uint32_t *id, koord_error *err);
/** Sets the devices of a node: a Device object (scheduling.koordinator.sh/v1alpha1), named after
 *  the node, in any published spelling (docs/reference/devices.md). Devices may be GPUs, RDMA and
 *  FPGA devices and any other type. Requests for a resource that devices have are allocated from
 *  the devices; the node's own amount of that resource no longer counts. The object may be set
 *  before the node itself. Pods keep their allocations, even if those devices no longer exist or
 *  are unhealthy. Errors: as koord_cluster_set_node; also INVALID for two devices of one type and
 *  minor, LIMIT for more than 64 devices of one type, 16 resources of one type and 64 types. */
KOORD_API koord_status koord_cluster_set_devices(koord_cluster *cluster,
                                                 KOORD_DOCUMENT const char *json, size_t length,
                                                 KOORD_NULLABLE uint32_t *id, koord_error *err);

/** Removes the node with its topology and pods. A node with the same name gets a new number when it
 *  is added again. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_node(koord_cluster *cluster, const char *name,
                                                 size_t length, koord_error *err);
/** Removes the NodeResourceTopology of the node. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_topology(koord_cluster *cluster, const char *name,
                                                     size_t length, koord_error *err);
/** Removes the Device object of the node: its devices are not allocated until the object returns;
 *  existing allocations are kept. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_devices(koord_cluster *cluster, const char *name,
                                                    size_t length, koord_error *err);
/** Returns the number of an existing node. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_node_id(const koord_cluster *cluster, const char *name,
                                                 size_t length, uint32_t *id, koord_error *err);
/** Writes the name of the node with this number, even if the node was removed; text as in
 *  koord_pod_get_text. Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_name(const koord_cluster *cluster, uint32_t node,
                                                   char *text, size_t capacity,
                                                   KOORD_NULLABLE size_t *needed, koord_error *err);
/** The names of a cluster's nodes at one moment. Immutable, counted, shared by any threads. */
typedef struct koord_node_names koord_node_names;
/** The name of a node. 16 bytes, final. */
typedef struct koord_node_name {
  uint32_t node;        /**< number of the node */
  uint32_t name_offset; /**< in koord_node_names_get_texts */
  uint32_t name_length;
  uint32_t reserved; /**< 0 */
} koord_node_name;
/** Returns the names of all existing nodes in one call. For nodes that are added later, use
 *  koord_cluster_get_node_name. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_names(const koord_cluster *cluster,
                                                    koord_node_names **out, koord_error *err);
/** Adds a reference and returns `names`; NULL for NULL. */
KOORD_API koord_node_names *koord_node_names_ref(const koord_node_names *names);
KOORD_API void koord_node_names_unref(koord_node_names *names);
/** Copies a row for each node, by number. rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_node_names_get_rows(const koord_node_names *names,
                                                 koord_node_name *rows, size_t stride,
                                                 size_t capacity, size_t *count, koord_error *err);
/** Returns the texts of the rows, as koord_topology_get_texts: valid as long as `names`. */
KOORD_API const char *koord_node_names_get_texts(const koord_node_names *names,
                                                 KOORD_NULLABLE size_t *length);
/** Returns the machine of a node, NULL if its topology is unknown. The caller owns *out. Errors:
 *  INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_topology(const koord_cluster *cluster, uint32_t node,
                                                       KOORD_OPTIONAL koord_topology **out,
                                                       koord_error *err);

/** Selects a set of CPUs of a node of a cluster. */
typedef int32_t koord_cluster_cpuset;
enum {
  KOORD_CLUSTER_CPUSET_FREE = 0,       /**< CPUs that a pod can get exclusively */
  KOORD_CLUSTER_CPUSET_ALLOCATED = 1,  /**< CPUs that pods own */
  KOORD_CLUSTER_CPUSET_RESERVED = 2,   /**< CPUs that are reserved, of system QoS, or kubelet's */
  KOORD_CLUSTER_CPUSET_SHARED_POOL = 3 /**< the shared pool: CPUs that no pod owns */
};
/** Writes one set of CPUs of a node to all of `words`. Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_cpus(const koord_cluster *cluster, uint32_t node,
                                                   koord_cluster_cpuset which, uint64_t *words,
                                                   size_t word_count, koord_error *err);

/** Counts of a cluster. */
typedef struct koord_cluster_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< counts every change, from 1 */
  uint64_t pods;        /**< pods with allocations; pods that wait for their node do not count */
  uint32_t nodes;       /**< existing nodes, even if only a topology or devices were set */
  uint32_t ids;         /**< node numbers assigned so far: every node number in a row is below */
  /** changes rejected because they gave more than a node has: defects of the library */
  uint64_t rejected;
} koord_cluster_info;
/** Returns the counts. Errors: INVALID. */
KOORD_API koord_status koord_cluster_get_info(const koord_cluster *cluster,
                                              koord_cluster_info *info, koord_error *err);

/** Writes the name of the resource that koord_refusal.resource stands for; text as in
 *  koord_pod_get_text. A number stands for its resource as long as a node or pod of the cluster, or
 *  the pod of the call that returned it, mentions the resource. Later the number may be reused for
 *  another. Errors: INVALID, NOT_FOUND (no such resource in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_resource_name(const koord_cluster *cluster,
                                                       int32_t resource, char *text,
                                                       size_t capacity,
                                                       KOORD_NULLABLE size_t *needed,
                                                       koord_error *err);

/** Writes the name of the device type that koord_refusal.device_type stands for: 0 "gpu", 1 "rdma",
 *  2 "fpga", other numbers as long as something in the cluster is of that type; text as in
 *  koord_pod_get_text. Errors: INVALID, NOT_FOUND (no such type in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_device_type_name(const koord_cluster *cluster,
                                                          int32_t type, char *text, size_t capacity,
                                                          KOORD_NULLABLE size_t *needed,
                                                          koord_error *err);
/** Returns the number of a device type by its name. Errors: INVALID, NOT_FOUND (no such type). */
KOORD_API koord_status koord_cluster_get_device_type(const koord_cluster *cluster, const char *name,
                                                     size_t length, int32_t *id, koord_error *err);
/** Writes the sentence of koord_refusal_format with this cluster's names of resources and device
 *  types ("needs 4 of example.com/nic; the node has 2 available"). Use it soon after the call that
 *  returned the refusal: numbers may be reused. Errors: INVALID, NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_cluster_format_refusal(const koord_cluster *cluster,
                                                    const koord_refusal *refusal, char *text,
                                                    size_t capacity, KOORD_NULLABLE size_t *needed,
                                                    koord_error *err);

/** Properties of a verdict. */
typedef uint32_t koord_verdict_flags;
enum {
  KOORD_VERDICT_UNRESOLVABLE = 1, /**< no eviction would change the reason */
  KOORD_VERDICT_REMOVED = 2,      /**< only from koord_cluster_get_changes: the node was removed */
  KOORD_VERDICT_INVALID_REQUEST = 4 /**< the request is wrong on every node, whatever its state */
};
/** Result of filter and score for one node. 16 bytes. */
typedef struct koord_verdict {
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: the pod fits */
  /** 0 where the pod does not fit. Under KOORD_PROFILE_SPEC 0..200: the proposal's A + B, not yet
   *  normalised; with Koordinator's formula 0..100. The score of devices, 0..100 for each type, is
   *  added. Under a koord_gpu_policy it is the score of that policy instead. */
  int32_t score;
  koord_verdict_flags flags;
} koord_verdict;

/** Options of a query. */
typedef uint32_t koord_query_flags;
enum {
  /** Do not check the amounts of the whole node and spec.unschedulable: the host checks them
   *  elsewhere (Kubernetes' plugins NodeResourcesFit and NodeUnschedulable). */
  KOORD_QUERY_SKIP_FIT = 1,
  /** koord_cluster_plan_resize: if there is no other way, the pod may move to other CPUs and NUMA
   *  nodes of its node. */
  KOORD_QUERY_MAY_MOVE = 2
};

/** The conditions of a call: flags, nodes and hypothetical changes. It is an argument of a call,
 *  not a state of the cluster: create it once, use it for many calls, and change it in between.
 *  Setters require exclusive access.
 *
 *  A call refuses a query that names pods, nodes or reservations which the call does not read
 *  (INVALID). Flags, the generation and the affinity have no effect on calls that do not read them:
 *  one query may serve Filter, Score and Reserve. */
typedef struct koord_query koord_query;
/** Creates a query without conditions; it has the same meaning as NULL. The caller owns *out.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_query_new(koord_query **out, koord_error *err);
/** Copies a query, for a host that clones its own state. The caller owns *out. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_query_clone(const koord_query *query, koord_query **out,
                                         koord_error *err);
KOORD_API void koord_query_free(koord_query *query);
/** Restores the state of a new query. Errors: INVALID. */
KOORD_API koord_status koord_query_reset(koord_query *query, koord_error *err);
/** Sets the flags. Errors: INVALID. */
KOORD_API koord_status koord_query_set_flags(koord_query *query, koord_query_flags flags,
                                             koord_error *err);
/** koord_cluster_evaluate: judges the nodes from number `first` on, at most `count` numbers.
 *  Default: all nodes. Other calls refuse a query that limits them. Errors: INVALID. */
KOORD_API koord_status koord_query_set_nodes(koord_query *query, uint32_t first, size_t count,
                                             koord_error *err);
/** koord_cluster_reserve, koord_cluster_reserve_from: the generation of the verdict that the caller
 *  relies on; 0: accept the node as it is now. Errors: INVALID. */
KOORD_API koord_status koord_query_set_generation(koord_query *query, uint64_t generation,
                                                  koord_error *err);
/** koord_cluster_reserve: the NUMA nodes that the host's own topology manager chose; bit i is row i
 *  of koord_numa_hints_get_nodes. 0: the node's NUMA policy chooses. Errors: INVALID. */
KOORD_API koord_status koord_query_set_affinity(koord_query *query, uint64_t affinity,
                                                koord_error *err);
/** Evaluates as if the pod with this uid were removed; an unknown pod has no effect. Errors:
 *  INVALID, LIMIT (65536 pods), NO_MEMORY. */
KOORD_API koord_status koord_query_remove_pod(koord_query *query, const char *uid, size_t length,
                                              koord_error *err);
/** Evaluates as if the pod were on this node, where Reserve would place it. A pod that does not fit
 *  counts with its amounts of the whole node only, without CPUs, NUMA nodes or devices. If there
 *  are several, higher priorities come first, equal ones in the order of the calls. Existing
 *  allocations of the pod are kept; remove the pod first. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_add_pod(koord_query *query, const koord_pod *pod, uint32_t node,
                                           koord_error *err);

/** Protection of a pod from plans that evict or move pods. */
typedef int32_t koord_protection;
enum {
  KOORD_PROTECTION_NONE = 0,
  KOORD_PROTECTION_AVOID = 1, /**< evict only if there is no other way (PodDisruptionBudgets) */
  KOORD_PROTECTION_KEEP = 2   /**< neither evict nor move */
};
/** Protects a pod from eviction and moves. The last call per pod wins; an unknown pod has no
 *  effect. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_protect_pod(koord_query *query, const char *uid, size_t length,
                                               koord_protection protection, koord_error *err);

/** The result of an evaluation besides its rows. 16 bytes, final. */
typedef struct koord_evaluation {
  /** generation of the cluster that was judged; for koord_cluster_get_changes an input, too */
  uint64_t generation;
  uint64_t count; /**< number of rows; written also on NO_SPACE */
} koord_evaluation;

/** Filter and score: judges the nodes of `query` for a pod, or all nodes if `query` is NULL. Rows
 *  ascend by node; removed nodes have no row. Verdicts are cached per shape of pod, so that only
 *  changed nodes are judged again.
 *
 *  query  nullable.
 *  rows   as in koord_topology_get_cpus.
 *  out    never NULL; written also on NO_SPACE.
 *
 *  Errors: INVALID, NO_SPACE, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_evaluate(const koord_cluster *cluster, const koord_pod *pod,
                                              KOORD_NULLABLE const koord_query *query,
                                              koord_verdict *rows, size_t stride, size_t capacity,
                                              koord_evaluation *out, koord_error *err);
/** Finds the best nodes for a pod, at most `capacity` of them: higher scores first, then lower
 *  numbers. Nodes where the pod does not fit are left out. `query` is nullable and must name no
 *  pods or nodes. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_find_best(const koord_cluster *cluster, const koord_pod *pod,
                                               KOORD_NULLABLE const koord_query *query,
                                               koord_verdict *rows, size_t stride, size_t capacity,
                                               koord_evaluation *out, koord_error *err);
/** Returns the verdicts that changed after inout->generation, in no particular order, each node
 *  once. Unchanged verdicts may be included if that generation is too old, or if the pod's shape
 *  was not judged since. Pass the `*inout` of an earlier call for this pod; it is updated for the
 *  next call. `query` is nullable and must name no pods or nodes. Errors: as
 *  koord_cluster_evaluate; inout->generation is then unchanged. */
KOORD_API koord_status koord_cluster_get_changes(const koord_cluster *cluster, const koord_pod *pod,
                                                 KOORD_NULLABLE const koord_query *query,
                                                 koord_verdict *rows, size_t stride,
                                                 size_t capacity, koord_evaluation *inout,
                                                 koord_error *err);
/** Normalises scores as the proposal does, over the nodes that passed all filters: 100 * score /
 *  highest score, rounded down. Errors: INVALID. */
KOORD_API koord_status koord_verdicts_normalize(koord_verdict *rows, size_t stride, size_t count,
                                                koord_error *err);
/** Judges one node for a pod, with the details of a refusal. `refusal` is never NULL; `query` and
 *  `score` are nullable. Errors: INVALID, NOT_FOUND (no such node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_judge(const koord_cluster *cluster, const koord_pod *pod,
                                           KOORD_NULLABLE const koord_query *query, uint32_t node,
                                           koord_refusal *refusal, KOORD_NULLABLE int32_t *score,
                                           koord_error *err);

/** Reserve: allocates CPUs and NUMA amounts on the node to the pod, or refuses it. A verdict holds
 *  as long as the node does not change. A pod that is already reserved on this node keeps its
 *  allocation.
 *
 *  query    nullable; its flags, generation and affinity are read.
 *  cpus     nullable; `words` words: the CPUs that the pod owns; all zero: it shares CPUs, or was
 *           refused.
 *  refusal  never NULL.
 *
 *  Errors: INVALID (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names
 *  pods, nodes or reservations), NOT_FOUND (no such node), STALE (the node changed since the
 *  query's generation), CONFLICT (the pod is on another node; or koord_cluster_info.rejected),
 *  NO_SPACE (`words` is less than the machine needs), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_reserve(koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE const koord_query *query, uint32_t node,
                                             KOORD_NULLABLE uint64_t *cpus, size_t words,
                                             koord_refusal *refusal, koord_error *err);
/** Computes the NUMA hints of the node's CPUs and other resources, for a host whose topology
 *  manager has other providers, too (GetPodTopologyHints). The host adds the hints of its other
 *  providers by koord_numa_hints_add_list, and passes the result of koord_numa_merge to
 *  koord_query_set_affinity. Under KOORD_PROFILE_UPSTREAM a set of NUMA nodes is a hint if a trial
 *  allocation of the whole pod succeeds there; under KOORD_PROFILE_SPEC if the one resource
 *  suffices. The score of a hint is that of the NUMA scoring strategy, or 0.
 *
 *  policy  the policy in force. Preferred are the fewest NUMA nodes that could hold the request if
 *          empty; under KOORD_PROFILE_UPSTREAM all under RESTRICTED.
 *  hints   never NULL; its content is replaced by the node's NUMA nodes with their users, without
 *          distances, and by lists by resource name, of provider 0. Unchanged on failure.
 *
 *  Errors: INVALID, NOT_FOUND (no such node or topology), LIMIT (more than 16 NUMA nodes with the
 *  resource, KOORD_MAX_NUMA_LISTS resources, KOORD_MAX_NUMA_HINTS hints), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_hints(const koord_cluster *cluster, const koord_pod *pod,
                                               uint32_t node, koord_numa_policy policy,
                                               koord_numa_hints *hints, koord_error *err);
/** Removes a pod (Unreserve, or the pod was deleted): frees its allocations, or ends its wait for a
 *  node. Errors: INVALID, NOT_FOUND (it has no allocation: it was removed before or never set),
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_pod(koord_cluster *cluster, const char *uid,
                                                size_t length, koord_error *err);

/** Claims of a pod to CPUs, NUMA amounts and devices that are refused or doubtful; all 0:
 *  none. */
typedef struct koord_pod_conflicts {
  uint32_t struct_size;   /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;         /**< 0 */
  uint32_t cpus_held;     /**< CPUs that are another pod's; the claim is refused for them */
  uint32_t cpus_reserved; /**< CPUs that are reserved or of system QoS; the pod has the others */
  /** CPUs that the node does not have, or whose topology is not known yet */
  uint32_t cpus_unknown;
  /** amounts on NUMA nodes, or of resources, that the node does not report */
  uint32_t amounts_unknown;
  uint32_t devices_unknown; /**< devices that the node does not report, or reports as unhealthy */
  /** devices of which other pods have too much; the claim is refused for them */
  uint32_t devices_overcommitted;
  /** number of refused claims: to CPUs, to amounts on NUMA nodes, to devices */
  uint32_t claims_refused;
  /** Devices that it requests, but no source says which devices they are: that many are set aside
   *  for it. */
  uint32_t devices_unexplained;
  koord_refusal cpus;    /**< reason if a claimed CPU is not its own; 0: all are */
  koord_refusal amounts; /**< reason if it has no claimed amounts on NUMA nodes */
  /** reason if it has none of the claimed devices, or devices that no source names */
  koord_refusal devices;
} koord_pod_conflicts;
/** Adds or updates a bound pod of the API server, with its claims: the allocations that it states
 *  (resource-status, device-allocated). Use it after restarts and for pods that another scheduler
 *  placed. Setting all pods in any order gives the same state.
 *
 *  A pod that was reserved on this node keeps that allocation, whatever it claims. Claims of other
 *  pods are accepted as far as they can be valid: whole CPUs only for QoS LSE and LSR, no more than
 *  the pod requests, only devices that it requests, and nothing that belongs to a pod of higher
 *  precedence. Precedence: first pods that were reserved here, then pods whose CPUs or devices the
 *  node reports (pod-cpu-allocs, devices-checkpoints), then the pod that was bound first
 *  (PodScheduled), then the lower uid. The order of calls never matters. A refused claim is checked
 *  again whenever the node or its pods change; apart from accepted claims the pod has the amounts
 *  that it requests. `conflicts` (nullable) receives what is refused, as
 *  koord_cluster_get_pod_conflicts. Under KOORD_PROFILE_UPSTREAM every claim is accepted, even to
 *  what other pods have.
 *
 *  A pod without device-allocated has the GPUs that NVIDIA_VISIBLE_DEVICES of its containers names,
 *  else those of kubelet's record; else as many as it requests are set aside for it
 *  (docs/reference/devices.md).
 *
 *  If the node does not exist, the pod waits for it: it has no allocations, does not create the
 *  node, cannot be reserved, and is attached when the first object of the node is set. At most
 *  262,144 pods with 256 MiB of claims may wait; beyond that the call returns LIMIT: set the pod
 *  again when its node exists. A known pod is updated. A terminated pod is released. A pod that is
 *  reserved here and not bound yet keeps its allocation.
 *  Errors: INVALID (a pod without uid), NOT_FOUND (not bound or terminated, and without
 *  allocation), CONFLICT (a reservation or its owner, on another node than before), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_pod(koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE koord_pod_conflicts *conflicts,
                                             koord_error *err);
/** Returns the current conflicts of a pod: they change when other pods and the objects of the node
 *  change. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_conflicts(const koord_cluster *cluster,
                                                       const char *uid, size_t length,
                                                       koord_pod_conflicts *conflicts,
                                                       koord_error *err);

/** Returns the node on which a pod has allocations. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_node(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint32_t *node, koord_error *err);
/** Writes the CPUs that the pod owns to all of `words`; all zero: it shares CPUs. CPUs of its
 *  resource-status that are offline, or that kubelet reserves, are not included. Errors: INVALID,
 *  NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_pod_cpus(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint64_t *words, size_t word_count,
                                                  koord_error *err);
/** Writes the pod's allocation as the value of the annotation
 *  scheduling.koordinator.sh/resource-status: cpuset, numaNodeResources, cpuSharedPools. Errors:
 *  INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_status(const koord_cluster *cluster, const char *uid,
                                                    size_t length, koord_buffer **out,
                                                    koord_error *err);
/** Writes the pod's devices as the value of the annotation
 *  scheduling.koordinator.sh/device-allocated: by type, minor, amounts, id and virtual functions;
 *  {} if it has none. Devices that are set aside for the pod, because no source says which it has,
 *  are not included. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_devices(const koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_buffer **out,
                                                     koord_error *err);
/** Returns the present minors of the pod's devices of one type (koord_cluster_get_device_type),
 *  exclusive or shared: ascending, each once; none of devices that are gone, or if the type does not
 *  exist. `minors` may be NULL with capacity 0; `*count` receives the number of minors, also on
 *  NO_SPACE (nothing else is written then).
 *  Errors: INVALID, NOT_FOUND (no such pod), NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_minors(const koord_cluster *cluster, const char *uid,
                                                    size_t length, int32_t type, int32_t *minors,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** The shape of a patch. */
typedef uint32_t koord_prebind_flags;
enum {
  KOORD_PREBIND_PROPOSAL = 1 /**< The shape of the proposal: without numaNodeResources. */
};
/** PreBind: writes the patch to send to the API server for a reserved pod before it is bound, as a
 *  JSON merge patch (RFC 7396): {"metadata":{"annotations":{...}}}, or {} if the pod needs none.
 *  Claims of `pod` (resource-status, device-allocated) that differ from its allocation are
 *  replaced, or removed by null. The patch includes the annotation resource-spec if the pod does
 *  not state the bind policy that applied: a preferred policy from the configuration, or a required
 *  policy from the node.
 *  Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_prebind(const koord_cluster *cluster, const koord_pod *pod,
                                             koord_prebind_flags flags, koord_buffer **out,
                                             koord_error *err);
/** Writes the uids of a node's pods, each followed by a line feed. Errors: INVALID, NOT_FOUND,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pods(const koord_cluster *cluster, uint32_t node,
                                              koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CLUSTER_H_ */
