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

/** The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler (semantics:
 *  Koordinator's CPU orchestration proposal; docs/scheduling.md). It synchronises itself: every function
 *  may be called on one cluster from any thread at any time, also those that take a `koord_cluster *`;
 *  only koord_cluster_free requires exclusive access. No call holds it longer than one evaluation, planning aside. */
typedef struct koord_cluster koord_cluster KOORD_SYNCHRONIZED;

/** Options of a cluster. */
typedef uint32_t koord_cluster_flags;
enum {
  /** Score by Koordinator's formula of today, also under KOORD_PROFILE_SPEC. */
  KOORD_CLUSTER_UPSTREAM_SCORE = 1,
  /** Kubelet's own allocations and reserved CPUs do not count: the first stage of taking over its CPU
   *  management. */
  KOORD_CLUSTER_IGNORE_KUBELET = 2
};

/** How devices are scored: as Koordinator's DeviceShare does, with its default weights. */
typedef int32_t koord_device_strategy;
enum {
  KOORD_DEVICE_STRATEGY_DEFAULT = 0,        /**< not stated: least allocated */
  KOORD_DEVICE_STRATEGY_MOST_ALLOCATED = 1, /**< pods are packed */
  KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED = 2 /**< they spread over devices and nodes */
};

/** Which GPUs of a node go to a pod that asks for several (docs/devices-links.md). */
typedef int32_t koord_gpu_pick;
enum {
  KOORD_GPU_PICK_SET = 0,      /**< the best-linked set */
  KOORD_GPU_PICK_PARTITION = 1 /**< the best set of the best split of all that are free */
};

/** How a cluster judges and scores. */
typedef struct koord_cluster_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_cluster_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
  koord_device_strategy device_strategy;
  koord_gpu_pick gpu_pick;
  uint32_t reserved; /**< 0 */
} koord_cluster_options;

/** An empty cluster. `context` (nullable) receives the diagnostics of all calls on it, on the threads that make
 *  them and on several at once where they are; free it after the cluster. `args` are the arguments of Koordinator's plugins as JSON (length 0: their
 *  defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare or both in a profile, or the
 *  arguments of one of the two:
 *  - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only
 *    pods that ask are bound), numaTopologyAlignmentPolicy (of the proposal: for nodes that state none;
 *    "BestEffort"), scoringStrategy and numaScoringStrategy, each with type MostAllocated, LeastAllocated
 *    or BalancedAllocation and up to 64 resources with weights 1 to 100 (cpu and memory, 1 each); as
 *    upstream has it, the weights of scoringStrategy hold for both.
 *  - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which beats options.device_strategy,
 *    and weights; docs/devices.md has the rest.
 *  Errors: INVALID (names the field), UNSUPPORTED (another profile), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_new(KOORD_NULLABLE const koord_context *context,
                                         KOORD_NULLABLE const koord_cluster_options *options,
                                         KOORD_DOCUMENT const char *args, size_t args_length,
                                         koord_cluster **out, koord_error *err);
KOORD_API void koord_cluster_free(koord_cluster *cluster);

/** The node described by a Node (v1) as the API server gives it (docs/objects.md lists the fields), new or
 *  replaced; what its pods hold is kept. `*id` (nullable) receives its number: numbers count up from 0
 *  and are never reused.
 *  Amounts count up to 2^50, CPU to 2^42 milli: a node that reports more has this much, a pod that asks for
 *  more, or says it holds more, is LIMIT in every call. Pods that wait for the node (koord_cluster_set_pod) are on it
 *  from now on.
 *  Errors: INVALID (names node and field), LIMIT (over 4 MiB, more than 1024 resources of the node or
 *  2^20 numbers given to nodes, those that are gone included), NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_node(koord_cluster *cluster,
                                              KOORD_DOCUMENT const char *json, size_t length,
                                              KOORD_NULLABLE uint32_t *id, koord_error *err);
/** Its NodeResourceTopology: CPUs, NUMA nodes and kubelet's settings. It may come before the node itself.
 *  Pods keep what they hold, even if those CPUs no longer exist. Errors: as koord_cluster_set_node;
 *  LIMIT over 16 MiB. */
KOORD_API koord_status koord_cluster_set_topology(koord_cluster *cluster,
                                                  KOORD_DOCUMENT const char *json, size_t length,
                                                  KOORD_NULLABLE uint32_t *id, koord_error *err);

/** Its devices: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node, in any spelling that
 *  has been published (docs/devices.md). GPUs, RDMA and FPGA devices and those of any other type; what asks for a
 *  resource that they have is given of them, and the node's amount of it no longer counts. It may come before the
 *  node itself. Pods keep what they hold, be it of devices that are no longer there or healthy. Errors: as
 *  koord_cluster_set_node; also INVALID for two devices of one type and minor, LIMIT for more than 64 devices of
 *  one type, 16 resources of one type and 64 types. */
KOORD_API koord_status koord_cluster_set_devices(koord_cluster *cluster,
                                                 KOORD_DOCUMENT const char *json, size_t length,
                                                 KOORD_NULLABLE uint32_t *id, koord_error *err);

/** The node is gone, its topology and pods with it. A node of that name has a new number when it comes
 *  back. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_node(koord_cluster *cluster, const char *name,
                                                 size_t length, koord_error *err);
/** Its NodeResourceTopology is gone. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_topology(koord_cluster *cluster, const char *name,
                                                     size_t length, koord_error *err);
/** Its Device object is gone: nobody gets its devices until it comes back, and who has them keeps them. Errors:
 *  INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_devices(koord_cluster *cluster, const char *name,
                                                    size_t length, koord_error *err);
/** The number of a node that is there. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_node_id(const koord_cluster *cluster, const char *name,
                                                 size_t length, uint32_t *id, koord_error *err);
/** The name behind a number, also of a node that is gone; text as in koord_pod_get_text.
 *  Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_name(const koord_cluster *cluster, uint32_t node,
                                                   char *text, size_t capacity,
                                                   KOORD_NULLABLE size_t *needed, koord_error *err);
/** The names of a cluster's nodes at one moment. Immutable; counted, any threads may share it. */
typedef struct koord_node_names koord_node_names;
/** The name of a node. 16 bytes, final. */
typedef struct koord_node_name {
  uint32_t node;        /**< its number */
  uint32_t name_offset; /**< in koord_node_names_get_texts */
  uint32_t name_length;
  uint32_t reserved; /**< 0 */
} koord_node_name;
/** The names of all nodes that are there, in one call: numbers alone are needed from then on, and names of what
 *  comes later are koord_cluster_get_node_name's. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_names(const koord_cluster *cluster,
                                                    koord_node_names **out, koord_error *err);
/** One more reference; NULL of NULL. */
KOORD_API koord_node_names *koord_node_names_ref(const koord_node_names *names);
KOORD_API void koord_node_names_unref(koord_node_names *names);
/** A row for each node, by number. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_node_names_get_rows(const koord_node_names *names,
                                                 koord_node_name *rows, size_t stride,
                                                 size_t capacity, size_t *count, koord_error *err);
/** The texts of its rows, as koord_topology_get_texts: valid as long as the names; NULL has none. */
KOORD_API const char *koord_node_names_get_texts(const koord_node_names *names,
                                                 KOORD_NULLABLE size_t *length);
/** Its machine, NULL where no topology is known; the caller owns *out. Errors: INVALID, NOT_FOUND,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_topology(const koord_cluster *cluster, uint32_t node,
                                                       koord_topology **out, koord_error *err);

/** Which set of CPUs of a node of a cluster. */
typedef int32_t koord_cluster_cpuset;
enum {
  KOORD_CLUSTER_CPUSET_FREE = 0,       /**< CPUs that a pod could have for itself */
  KOORD_CLUSTER_CPUSET_ALLOCATED = 1,  /**< owned by pods */
  KOORD_CLUSTER_CPUSET_RESERVED = 2,   /**< reserved, of system QoS, or kubelet's */
  KOORD_CLUSTER_CPUSET_SHARED_POOL = 3 /**< the shared pool: nobody's own */
};
/** Writes one set of CPUs of a node to `words` (all of them). Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_cpus(const koord_cluster *cluster, uint32_t node,
                                                   koord_cluster_cpuset which, uint64_t *words,
                                                   size_t word_count, koord_error *err);

/** Counts of a cluster. */
typedef struct koord_cluster_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< counts every change, from 1 */
  uint64_t pods;        /**< pods that hold something; none that wait for their node */
  uint32_t nodes;       /**< nodes that are there, be it only by a topology or devices */
  uint32_t ids;         /**< numbers given so far: rows of nodes are below */
} koord_cluster_info;
/** Counts. Errors: INVALID. */
KOORD_API koord_status koord_cluster_get_info(const koord_cluster *cluster,
                                              koord_cluster_info *info, koord_error *err);

/** The resource that `resource` of a refusal stands for; text as in
 *  koord_pod_get_text. A number is that of its resource while a node or pod of the cluster, or the pod that was asked
 *  with, speaks of it; later it may become another's.
 *  Errors: INVALID, NOT_FOUND (no such resource in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_resource_name(const koord_cluster *cluster,
                                                       int32_t resource, char *text,
                                                       size_t capacity,
                                                       KOORD_NULLABLE size_t *needed,
                                                       koord_error *err);

/** The type of devices that `device_type` of a refusal stands for: 0
 *  "gpu", 1 "rdma", 2 "fpga", others as long as something is of the type; text as in koord_pod_get_text. Errors: INVALID,
 *  NOT_FOUND (no such type in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_device_type_name(const koord_cluster *cluster,
                                                          int32_t type, char *text, size_t capacity,
                                                          KOORD_NULLABLE size_t *needed,
                                                          koord_error *err);
/** The number of a type of devices by its name: the inverse. Errors: INVALID, NOT_FOUND (no such type in this cluster). */
KOORD_API koord_status koord_cluster_get_device_type(const koord_cluster *cluster, const char *name,
                                                     size_t length, int32_t *id, koord_error *err);

/** What is said of a verdict. */
typedef uint32_t koord_verdict_flags;
enum {
  KOORD_VERDICT_UNRESOLVABLE = 1, /**< taking pods away would not change the reason */
  KOORD_VERDICT_REMOVED = 2       /**< from koord_cluster_get_changes: the node is gone */
};
/** Whether a node can take a pod, and how well. 16 bytes. */
typedef struct koord_verdict {
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: it can */
  /** 0 where it cannot. Under KOORD_PROFILE_SPEC 0..200: the proposal's A + B, not yet normalised;
   *  with Koordinator's formula 0..100. What devices say, 0..100 for each type, is added. Under a
   *  koord_gpu_policy its score instead. */
  int32_t score;
  koord_verdict_flags flags;
} koord_verdict;

/** What is judged elsewhere. */
typedef uint32_t koord_query_flags;
enum {
  /** Amounts of the whole node and spec.unschedulable are judged elsewhere (Kubernetes' plugins
   *  NodeResourcesFit and NodeUnschedulable). */
  KOORD_QUERY_SKIP_FIT = 1,
  /** koord_cluster_plan_resize: where there is no other way the pod may move to other CPUs and NUMA nodes of its
   *  node. */
  KOORD_QUERY_MAY_MOVE = 2
};

/** What a call is asked under: flags, nodes, and how things might be. An argument of one call, not a state of the
 *  cluster: made once, used for many calls, changed in between. A setter requires exclusive access.
 *
 *  A call refuses a query that names pods, nodes or reservations which it does not read (INVALID). Flags, the generation
 *  and the affinity have no effect on calls that do not read them: one query may serve Filter, Score and Reserve. */
typedef struct koord_query koord_query;
/** Asks nothing in particular, as NULL does wherever a query is taken. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_query_new(koord_query **out, koord_error *err);
/** The same query once more, for a host that clones its own state. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_query_clone(const koord_query *query, koord_query **out,
                                         koord_error *err);
KOORD_API void koord_query_free(koord_query *query);
/** As new. Errors: INVALID. */
KOORD_API koord_status koord_query_reset(koord_query *query, koord_error *err);
/** Errors: INVALID. */
KOORD_API koord_status koord_query_set_flags(koord_query *query, koord_query_flags flags,
                                             koord_error *err);
/** koord_cluster_evaluate: node `first` and following, at most `count` numbers; as new 0 and SIZE_MAX, which is
 *  all. Other calls refuse a query that leaves nodes out. Errors: INVALID. */
KOORD_API koord_status koord_query_set_nodes(koord_query *query, uint32_t first, size_t count,
                                             koord_error *err);
/** koord_cluster_reserve, koord_cluster_reserve_from: the generation of the verdict that is relied on; 0: whatever the
 *  node is by now. Errors: INVALID. */
KOORD_API koord_status koord_query_set_generation(koord_query *query, uint64_t generation,
                                                  koord_error *err);
/** koord_cluster_reserve: the NUMA nodes that the host's own topology manager chose, bit i being row i of
 *  koord_numa_hints_get_nodes; 0: the node's NUMA policy chooses. Errors: INVALID. */
KOORD_API koord_status koord_query_set_affinity(koord_query *query, uint64_t affinity,
                                                koord_error *err);
/** The pod with this uid is thought to be gone; an unknown one has no effect. Errors: INVALID, LIMIT (65536
 *  pods), NO_MEMORY. */
KOORD_API koord_status koord_query_remove_pod(koord_query *query, const char *uid, size_t length,
                                              koord_error *err);
/** The pod is thought to be on this node, where Reserve would place it, or nowhere in particular where it
 *  does not fit. Of several, higher priorities come first, equal ones in the order of the calls. Existing allocations
 *  are kept; remove the pod first. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_add_pod(koord_query *query, const koord_pod *pod, uint32_t node,
                                           koord_error *err);

/** How far plans may go with a pod. */
typedef int32_t koord_protection;
enum {
  KOORD_PROTECTION_NONE = 0,
  /** evicted only where there is no other way (PodDisruptionBudgets) */
  KOORD_PROTECTION_AVOID = 1,
  KOORD_PROTECTION_KEEP = 2 /**< neither evicted nor moved */
};
/** The last call per pod wins; it has no effect on an unknown pod. Errors: INVALID,
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_protect_pod(koord_query *query, const char *uid, size_t length,
                                               koord_protection protection, koord_error *err);

/** What a look at many nodes says besides its rows. 16 bytes, final. */
typedef struct koord_evaluation {
  uint64_t
      generation; /**< of the cluster that was judged; koord_cluster_get_changes: since which, too */
  uint64_t count; /**< rows; written also on NO_SPACE */
} koord_evaluation;

/** Filter and score: judges the nodes of `query`, all of them where it is NULL, for a pod. Rows ascend by node; numbers
 *  of removed nodes have none. Verdicts are kept per shape of pod, so that only what changed is judged again.
 *
 *  query   nullable.
 *  rows    as in koord_topology_get_cpus.
 *  out     never NULL; written also on NO_SPACE.
 *
 *  Errors: INVALID, NO_SPACE, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_evaluate(const koord_cluster *cluster, const koord_pod *pod,
                                              KOORD_NULLABLE const koord_query *query,
                                              koord_verdict *rows, size_t stride, size_t capacity,
                                              koord_evaluation *out, koord_error *err);
/** The best nodes for a pod, at most `capacity` of them: higher scores first, then lower numbers. Nodes that
 *  cannot take it are left out. `query` is nullable and names no pods or nodes. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_find_best(const koord_cluster *cluster, const koord_pod *pod,
                                               KOORD_NULLABLE const koord_query *query,
                                               koord_verdict *rows, size_t stride, size_t capacity,
                                               koord_evaluation *out, koord_error *err);
/** The verdicts that changed after inout->generation, in no particular order, each node once; perhaps also others, where
 *  that is too long ago or the pod's shape was not asked for since. `*inout` is that of an earlier call for this pod,
 *  and becomes the next one's. `query` is nullable and names no pods or nodes. Errors: as koord_cluster_evaluate, after
 *  which inout->generation is as it was. */
KOORD_API koord_status koord_cluster_get_changes(const koord_cluster *cluster, const koord_pod *pod,
                                                 KOORD_NULLABLE const koord_query *query,
                                                 koord_verdict *rows, size_t stride,
                                                 size_t capacity, koord_evaluation *inout,
                                                 koord_error *err);
/** The proposal's normalisation over the nodes that all filters left: 100 * score / highest score, rounded
 *  down. Errors: INVALID. */
KOORD_API koord_status koord_verdicts_normalize(koord_verdict *rows, size_t stride, size_t count,
                                                koord_error *err);
/** What one node says to a pod, with the numbers behind a no. `refusal` is never NULL, `query` and
 *  `score` are nullable. Errors: INVALID, NOT_FOUND (no such node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_judge(const koord_cluster *cluster, const koord_pod *pod,
                                           KOORD_NULLABLE const koord_query *query, uint32_t node,
                                           koord_refusal *refusal, KOORD_NULLABLE int32_t *score,
                                           koord_error *err);

/** Reserve: the pod gets its CPUs and NUMA amounts on the node, or is refused; what the verdicts promised
 *  holds while the node does not change. A pod that is reserved on this node already keeps what it has.
 *
 *  query       nullable; its flags, generation and affinity are read.
 *  cpus        (nullable) `words` words: the CPUs that the pod owns; all zero: it shares or was refused.
 *  refusal     never NULL.
 *
 *  Errors: INVALID (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names pods, nodes or
 *  reservations), NOT_FOUND (no such node), STALE (the node changed since the query's generation), CONFLICT (the pod is on another node), NO_SPACE
 *  (`words` is less than the machine needs), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_reserve(koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE const koord_query *query, uint32_t node,
                                             KOORD_NULLABLE uint64_t *cpus, size_t words,
                                             koord_refusal *refusal, koord_error *err);
/** What the node's CPUs and other resources say to a topology manager that hears other providers,
 *  too (GetPodTopologyHints). The host adds what its other providers say by
 *  koord_numa_hints_add_list; the answer of koord_numa_merge goes to koord_query_set_affinity.
 *  Under KOORD_PROFILE_UPSTREAM a set of NUMA nodes is a hint where a trial allocation of the whole
 *  pod succeeds there, under KOORD_PROFILE_SPEC where the one resource suffices; the score is that
 *  of the NUMA scoring strategy, or 0.
 *
 *  policy  the NUMA policy in force: under RESTRICTED all hints are preferred.
 *  hints   never NULL; replaced by the node's NUMA nodes with their users, without distances, and
 *          its lists by resource name, of provider 0. Where the call fails it stays as it was.
 *
 *  Errors: INVALID, NOT_FOUND (no such node, or no topology of it), LIMIT (more than 16 NUMA
 *  nodes, KOORD_MAX_NUMA_LISTS resources or KOORD_MAX_NUMA_HINTS hints), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_hints(const koord_cluster *cluster, const koord_pod *pod,
                                               uint32_t node, koord_numa_policy policy,
                                               koord_numa_hints *hints, koord_error *err);
/** Unreserve, or the pod is deleted: what it held is free, or it no longer waits. Errors: INVALID, NOT_FOUND (it
 *  holds nothing: a second time, or never there), NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_pod(koord_cluster *cluster, const char *uid,
                                                size_t length, koord_error *err);

/** What of a pod's own account of what it holds is not believed, or odd; all 0: nothing. */
typedef struct koord_pod_conflicts {
  uint32_t struct_size;   /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;         /**< 0 */
  uint32_t cpus_held;     /**< CPUs that another pod has, for which its claim is refused */
  uint32_t cpus_withheld; /**< CPUs that are reserved or of system QoS; it has the others */
  uint32_t
      cpus_unknown; /**< CPUs that its node does not have, or whose topology is not known yet */
  uint32_t
      grants_unknown; /**< amounts on NUMA nodes, or of resources, that its node does not report */
  uint32_t devices_unknown; /**< devices that its node does not report, or not as healthy */
  uint32_t
      devices_short; /**< devices of which others have too much, for which its claim is refused */
  uint32_t claims_refused; /**< how many are: of CPUs, of amounts on NUMA nodes, of devices */
  /** Devices that it asks for and of which nothing tells which they are: as many are kept for it. */
  uint32_t devices_unexplained;
  koord_refusal cpus;    /**< why not all CPUs that it claims are its own; reason 0: they are */
  koord_refusal amounts; /**< why none of the amounts on NUMA nodes are */
  koord_refusal devices; /**< why none of the devices are, or which nothing tells of */
} koord_pod_conflicts;
/** A pod as the API server shows it, bound to a node and with what it was allocated (resource-status, device-allocated): for
 *  restarts and for pods that others placed. A pod that was reserved on this node keeps what it got, whatever it says.
 *  Of others what they say is believed as far as it can have been given to them: whole CPUs for QoS LSE and LSR, no
 *  more than they ask for, devices that they ask for, and nothing that somebody has who comes first. First come pods that
 *  were reserved here, then those whose CPUs or devices the node reports (pod-cpu-allocs, devices-checkpoints), then the
 *  pod that was bound first (PodScheduled), then the lesser uid; never the pod that was told of first. A claim that is
 *  refused is weighed again whenever the node or its pods change; beyond it the pod holds what it asks for.
 *  `conflicts` (nullable) says what is refused: koord_cluster_get_pod_conflicts. Without device-allocated a pod has the GPUs
 *  that NVIDIA_VISIBLE_DEVICES of its containers names, else those of kubelet's record, else as many as it asks for are
 *  kept for it (docs/devices.md). Where the node is not there, the pod waits for it: it holds nothing, makes no
 *  node, cannot be reserved, and is on the node once its first object comes. 262,144 pods may wait, with 256 MiB of what
 *  they say; one more is LIMIT: give it again when its node is there. A pod that is here already
 *  is brought up to date; one that has terminated is let go; one that is reserved here and not bound yet
 *  keeps what it has. Setting all pods in any order gives the same state.
 *  Under KOORD_PROFILE_UPSTREAM whatever a pod states is believed, also what others have.
 *  Errors: INVALID (a pod without uid), NOT_FOUND (not bound or terminated, and held nothing), CONFLICT (a
 *  reservation or its owner, on another node than before), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_pod(koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE koord_pod_conflicts *conflicts,
                                             koord_error *err);
/** The same as things are now: other pods and reports may have come or gone since. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_conflicts(const koord_cluster *cluster,
                                                       const char *uid, size_t length,
                                                       koord_pod_conflicts *conflicts,
                                                       koord_error *err);

/** The node that a pod holds something on. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_node(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint32_t *node, koord_error *err);
/** The CPUs it owns there, into all of `words`; all zero: it shares. Those of its resource-status that are
 *  offline or that kubelet reserves are not among them. Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_pod_cpus(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint64_t *words, size_t word_count,
                                                  koord_error *err);
/** What it holds there as the value of the annotation scheduling.koordinator.sh/resource-status: cpuset,
 *  numaNodeResources, cpuSharedPools. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_status(const koord_cluster *cluster, const char *uid,
                                                    size_t length, koord_buffer **out,
                                                    koord_error *err);
/** What it has of devices as the value of the annotation scheduling.koordinator.sh/device-allocated: by type, minor,
 *  amounts, id and virtual functions; {} where it has none. Devices that are kept for it as nothing tells which it has
 *  are not among them. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_devices(const koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_buffer **out,
                                                     koord_error *err);
/** The minors of its devices of one type, as in koord_cluster_get_device_type, be they all its own or shared: ascending,
 *  each once; none where it has none of the type, or there is no such type. `minors` may be NULL with capacity 0; `*count` receives
 *  how many there are, also on NO_SPACE (then nothing else is written).
 *  Errors: INVALID, NOT_FOUND (no such pod), NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_minors(const koord_cluster *cluster, const char *uid,
                                                    size_t length, int32_t type, int32_t *minors,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** The shape of a patch. */
typedef uint32_t koord_prebind_flags;
enum {
  /** The shape of the proposal: no numaNodeResources. */
  KOORD_PREBIND_PROPOSAL = 1
};
/** PreBind: what to tell the API server about a reserved pod before it is bound, as a JSON merge patch
 *  (RFC 7396): {"metadata":{"annotations":{...}}}, with {} for a pod that needs none. A claim that `pod` carries and
 *  that is not what it got is replaced, or removed by null: resource-status, device-allocated. The annotation
 *  resource-spec is part of it where the pod does not state the bind policy that was in force, be it the
 *  configuration's, preferred, or the node's, required.
 *  Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_prebind(const koord_cluster *cluster, const koord_pod *pod,
                                             koord_prebind_flags flags, koord_buffer **out,
                                             koord_error *err);
/** The uids of a node's pods, each followed by a line feed. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pods(const koord_cluster *cluster, uint32_t node,
                                              koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CLUSTER_H_ */
