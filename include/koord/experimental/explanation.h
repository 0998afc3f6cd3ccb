/* Explains why the nodes of a cluster refuse a pod, how far the nearest of them are from taking it,
 * and what would have to change there. Every remedy was tried: with it the pod fits.
 *
 * Experimental. Stable once the kinds of remedies have not grown for two releases.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_EXPLANATION_H_
#define KOORD_EXPLANATION_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/explanation.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The result of an explanation, at one moment. Immutable; independent of its cluster. */
typedef struct koord_explanation koord_explanation;
KOORD_API koord_explanation *koord_explanation_ref(const koord_explanation *explanation);
KOORD_API void koord_explanation_unref(koord_explanation *explanation);

/** Limits of the work for an explanation. */
typedef struct koord_explain_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t nearest;     /**< number of nodes to examine closely, at most 64; 0: 3 */
  /** Limit of trial judgements on these nodes, with something changed; at most 1000000; 0: 8192. */
  uint32_t max_judgements;
} koord_explain_options;
/** Judges every node, and examines closely the nearest of those that refuse: the nodes with the
 *  smallest shortage. Evictions in remedies are of pods with a lower priority than `pod` that the
 *  query does not protect with KOORD_PROTECTION_KEEP.
 *
 *  options  nullable.
 *  query    nullable.
 *
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_explain(const koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE const koord_explain_options *options,
                                             KOORD_NULLABLE const koord_query *query,
                                             koord_explanation **out, koord_error *err);

/** Properties of an explanation. */
typedef uint32_t koord_explanation_flags;
enum {
  KOORD_EXPLANATION_TRUNCATED = 1, /**< max_judgements was reached: there may be more remedies */
  /** the request is wrong on every node, also on nodes that are not in the cluster */
  KOORD_EXPLANATION_INVALID_REQUEST = 2
};
/** Counts of an explanation. */
typedef struct koord_explanation_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< generation of the cluster that was judged */
  uint32_t nodes;       /**< number of nodes that were judged */
  uint32_t fitting;     /**< number of nodes where the pod fits */
  uint32_t groups;      /**< number of rows of koord_explanation_get_groups */
  uint32_t misses;      /**< number of rows of koord_explanation_get_misses */
  koord_explanation_flags properties;
  uint32_t reserved; /**< 0 */
} koord_explanation_info;
/** Returns the counts. Errors: INVALID. */
KOORD_API koord_status koord_explanation_get_info(const koord_explanation *explanation,
                                                  koord_explanation_info *info, koord_error *err);
/** Copies the best nodes where the pod fits, at most `nearest` of the options, in the order of
 *  koord_cluster_find_best. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_fits(const koord_explanation *explanation,
                                                  koord_verdict *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** The scope in which a resource is short. */
typedef int32_t koord_scope;
enum {
  KOORD_SCOPE_NONE = 0,      /**< not a resource shortage */
  KOORD_SCOPE_NODE = 1,      /**< the whole node has too little */
  KOORD_SCOPE_NUMA_NODE = 2, /**< each single NUMA node has too little of something */
  /** the largest number of NUMA nodes that the pod may span has too little together */
  KOORD_SCOPE_NUMA_NODES = 3,
  KOORD_SCOPE_DEVICE = 4, /**< each single device has too little of something left */
  KOORD_SCOPE_PLACE = 5   /**< too few devices in any one place that the pod's devices must share */
};
/** A shortage: best < needed. If there is none, `where` and `resource` are -1 and all other fields
 *  0. 32 bytes. */
typedef struct koord_bound {
  int64_t needed; /**< in units of `object` */
  int64_t best;   /**< available amount */
  koord_scope scope;
  koord_object_kind object;
  /** NUMA_NODE: id of the NUMA node with the smallest shortage. NUMA_NODES: number of NUMA nodes,
   *  0: those that were chosen. DEVICE: minor of the device with the smallest shortage. PLACE: 2 a
   *  NUMA node, 3 a PCIe switch, 4 a device. */
  int32_t where;
  /** Number as in koord_cluster_get_resource_name, -1: one that no node has. If `object` is
   *  KOORD_OBJECT_KIND_DEVICE, the device type as in koord_cluster_get_device_type_name. */
  int32_t resource;
} koord_bound;

/** Nodes that refuse for the same reason and are short of the same resource. 120 bytes. */
typedef struct koord_refused_group {
  koord_refusal refusal; /**< refusal of the nearest of these nodes */
  koord_bound bound;     /**< bound of the nearest of these nodes */
  int64_t min_best;      /**< the smallest bound.best of these nodes */
  int64_t max_best;      /**< the largest bound.best of these nodes */
  uint32_t nodes;        /**< number of these nodes */
  uint32_t nearest;      /**< the node with the smallest shortage; of several the lowest number */
} koord_refused_group;
/** Copies all nodes that refuse, in groups: the group with the most nodes first, then by reason.
 *  rows as in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_explanation_get_groups(const koord_explanation *explanation,
                                                    koord_refused_group *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** A node that refuses and was examined closely. 112 bytes. */
typedef struct koord_near_miss {
  koord_refusal refusal; /**< refusal, as from koord_cluster_judge */
  koord_bound bound;
  uint32_t node;
  koord_verdict_flags flags; /**< KOORD_VERDICT_UNRESOLVABLE */
  /** Share of the pod's request that is missing, in per mille, rounded up, of the resource with the
   *  largest such share. */
  uint32_t missing;
  uint32_t remedies; /**< number of remedies that were found */
} koord_near_miss;
/** Copies the nodes that refuse and have the smallest shortages, nearest first; nodes where no
 *  eviction would help come last. rows as in koord_topology_get_cpus; *count is written also on
 *  NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_misses(const koord_explanation *explanation,
                                                    koord_near_miss *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** Kinds of changes that a remedy makes, and the meaning of `before` and `after` in its steps. */
typedef int32_t koord_remedy_kind;
enum {
  /** the pod prefers the bind policy that it required; koord_bind_policy */
  KOORD_REMEDY_KIND_PREFER_BIND = 0,
  KOORD_REMEDY_KIND_REQUIRED_BIND = 1,  /**< the pod's required koord_bind_policy */
  KOORD_REMEDY_KIND_PREFERRED_BIND = 2, /**< the pod's preferred koord_bind_policy */
  KOORD_REMEDY_KIND_POD_EXCLUSIVE = 3,  /**< the pod's koord_exclusive_policy */
  KOORD_REMEDY_KIND_POD_NUMA = 4,       /**< the pod's koord_numa_policy */
  KOORD_REMEDY_KIND_NUMA_EXCLUSIVE = 5, /**< the pod's koord_numa_exclusive */
  /** the pod's CPU request, and its limit if that is equal, in milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU = 6,
  /** the pod's CPU limit, and its request if that is larger, in milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU_LIMIT = 7,
  KOORD_REMEDY_KIND_NODE_SCHEDULABLE = 8, /**< spec.unschedulable, from 1 to 0 */
  KOORD_REMEDY_KIND_NODE_BIND = 9,  /**< the policy in force and the label; koord_bind_policy */
  KOORD_REMEDY_KIND_NODE_NUMA = 10, /**< the policy in force and the label; koord_numa_policy */
  KOORD_REMEDY_KIND_EVICT = 11,     /**< the pod `uid` is evicted */
  /** `after` pods of the node move: koord_cluster_plan_rebind_for */
  KOORD_REMEDY_KIND_REBIND = 12,
  /** requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch,
   *  4 device */
  KOORD_REMEDY_KIND_DEVICE_SCOPE = 13,
  /** exclusivePolicy of the pod's devices of a type: 0 none, 1 device, 2 PCIe */
  KOORD_REMEDY_KIND_DEVICE_EXCLUSIVE = 14,
  /** from 1 to 0: the selector of the pod's devices is dropped */
  KOORD_REMEDY_KIND_DEVICE_SELECTOR = 15,
  /** 2: those that vfSelector matches, 1: any, 0: none */
  KOORD_REMEDY_KIND_VIRTUAL_FUNCTIONS = 16,
  /** from 1 to 0: the pod's devices need not share PCIe switches */
  KOORD_REMEDY_KIND_JOINT_DEVICES = 17,
  /** 2: a partition that matches its spec, 1: any, 0: none needed */
  KOORD_REMEDY_KIND_POD_PARTITION = 18,
  KOORD_REMEDY_KIND_POD_DEVICES = 19,    /**< number of devices of a type that the pod requests */
  KOORD_REMEDY_KIND_NODE_PARTITION = 20, /**< the node's gpu-partition-policy: 2 Honor, 1 Prefer */
  /** amount of a resource that the pod requests of each device; `after` is the largest that fits */
  KOORD_REMEDY_KIND_POD_DEVICE_SHARE = 21
};
/** Returns the stable name of a kind ("PodCPU"). Static; "Unknown" for others. */
KOORD_API const char *koord_remedy_kind_get_name(koord_remedy_kind kind);

/** One change; the steps of a remedy are made together. 40 bytes. */
typedef struct koord_remedy_step {
  int64_t before;
  int64_t after;
  uint32_t miss;   /**< row of koord_explanation_get_misses */
  uint32_t remedy; /**< index of the remedy of that node, from 0: fewest steps first */
  koord_remedy_kind kind;
  int32_t priority; /**< priority of the evicted pod */
  /** uid of the evicted pod, in koord_explanation_get_texts; for changes of devices, the device
   *  type ("gpu") instead, and for POD_DEVICE_SHARE the resource ("koordinator.sh/gpu-memory"). */
  uint32_t uid_offset;
  uint32_t uid_length;
} koord_remedy_step;
/** Copies the steps of all remedies of all misses. rows as in koord_topology_get_cpus; *count is
 *  written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_remedies(const koord_explanation *explanation,
                                                      koord_remedy_step *rows, size_t stride,
                                                      size_t capacity, size_t *count,
                                                      koord_error *err);
/** Returns the texts of the rows, as koord_topology_get_texts: valid as long as the explanation;
 *  NULL has none. */
KOORD_API const char *koord_explanation_get_texts(const koord_explanation *explanation,
                                                  KOORD_NULLABLE size_t *length);

/** Writes several lines of text for people, with names in place of numbers. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_text(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);
/** Writes everything as one line of JSON (docs/operate/explain.md). Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_json(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_EXPLANATION_H_ */
