/* Why the nodes of a cluster refuse a pod, how near the nearest of them are, and what would have to change there.
 * Every remedy has been tried: with it the pod fits.
 *
 * Experimental. Stable once the kinds of remedies have not grown for two releases.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_EXPLANATION_H_
#define KOORD_EXPLANATION_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/explanation.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What was found at one moment. Immutable; needs its cluster no more. */
typedef struct koord_explanation koord_explanation;
KOORD_API koord_explanation *koord_explanation_ref(const koord_explanation *explanation);
KOORD_API void koord_explanation_unref(koord_explanation *explanation);

/** How much is tried to explain a refusal. */
typedef struct koord_explain_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t nearest;     /**< how many nodes are looked at closely, at most 64; 0: 3 */
  /** How often such nodes may be judged as they might be, at most 1000000; 0: 8192. */
  uint32_t max_judgements;
} koord_explain_options;
/** Asks every node, and looks closely at the nearest of those that refuse. Pods that are to leave have a lower
 *  priority than `pod`, and are none that the query protects with KOORD_PROTECTION_KEEP.
 *
 *  options  nullable.
 *  query  nullable.
 *
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_explain(const koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE const koord_explain_options *options,
                                             KOORD_NULLABLE const koord_query *query,
                                             koord_explanation **out, koord_error *err);

/** What is said of an explanation. */
typedef uint32_t koord_explanation_flags;
enum {
  KOORD_EXPLANATION_TRUNCATED = 1 /**< judging stopped at the limit: there may be more remedies */
};
/** Counts of an explanation. */
typedef struct koord_explanation_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< of the cluster that was asked */
  uint32_t nodes;       /**< that were asked */
  uint32_t fitting;     /**< that can take the pod */
  uint32_t groups;      /**< rows of koord_explanation_get_groups */
  uint32_t misses;      /**< rows of koord_explanation_get_misses */
  koord_explanation_flags properties;
  uint32_t reserved; /**< 0 */
} koord_explanation_info;
/** Counts. Errors: INVALID. */
KOORD_API koord_status koord_explanation_get_info(const koord_explanation *explanation,
                                                  koord_explanation_info *info, koord_error *err);
/** The best of the nodes that can take the pod, at most `nearest` of the options: as koord_cluster_find_best. rows as
 *  in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_fits(const koord_explanation *explanation,
                                                  koord_verdict *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** Where an amount lacks. */
typedef int32_t koord_scope;
enum {
  KOORD_SCOPE_NONE = 0,       /**< not a resource shortage */
  KOORD_SCOPE_NODE = 1,       /**< the whole node has too little */
  KOORD_SCOPE_NUMA_NODE = 2,  /**< each NUMA node alone has too little of something */
  KOORD_SCOPE_NUMA_NODES = 3, /**< as many NUMA nodes as the pod may keep to have too little */
  KOORD_SCOPE_DEVICE = 4,     /**< each device alone has too little left of something */
  KOORD_SCOPE_PLACE = 5       /**< too few devices within what those of the pod must share */
};
/** An amount that lacks: best < needed; all 0 but `where` and `resource`, which are -1, where it is none.
 *  32 bytes. */
typedef struct koord_bound {
  int64_t needed; /**< in units of `object` */
  int64_t best;   /**< what there is */
  koord_scope scope;
  koord_object_kind object;
  /** NUMA_NODE: id of the one that lacks least; NUMA_NODES: how many, 0: those chosen; DEVICE: minor of the one
   *  that lacks least; PLACE: 2 a NUMA node, 3 a PCIe switch, 4 a device. */
  int32_t where;
  /** As in koord_cluster_get_resource_name, -1: one that no node has; where KOORD_OBJECT_KIND_DEVICE are counted, their
   *  type as in koord_cluster_get_device_type_name. */
  int32_t resource;
} koord_bound;

/** Nodes that refuse for one reason and lack the same. 120 bytes. */
typedef struct koord_refused_group {
  koord_refusal refusal; /**< of the nearest of them */
  koord_bound bound;     /**< of the nearest of them */
  int64_t min_best;      /**< the least bound.best of all of them */
  int64_t max_best;      /**< the most */
  uint32_t nodes;        /**< how many they are */
  uint32_t nearest;      /**< which lacks least of it, the lowest number of those */
} koord_refused_group;
/** All nodes that refuse, in groups: that of most nodes first, then by reason. rows as in koord_topology_get_cpus;
 *  *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_groups(const koord_explanation *explanation,
                                                    koord_refused_group *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** A node that refuses, looked at closely. 112 bytes. */
typedef struct koord_near_miss {
  koord_refusal refusal; /**< as from koord_cluster_judge */
  koord_bound bound;
  uint32_t node;
  koord_verdict_flags flags; /**< KOORD_VERDICT_UNRESOLVABLE */
  uint32_t
      missing; /**< per mille of what the pod asks for, rounded up, of the resource that lacks most */
  uint32_t remedies; /**< how many were found */
} koord_near_miss;
/** The nodes that refuse and lack least, the nearest first and after all others those where no eviction
 *  would help. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_misses(const koord_explanation *explanation,
                                                    koord_near_miss *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** What a remedy changes, and what `before` and `after` of its steps are. */
typedef int32_t koord_remedy_kind;
enum {
  /** the pod prefers a policy it required, koord_bind_policy */
  KOORD_REMEDY_KIND_PREFER_BIND = 0,
  KOORD_REMEDY_KIND_REQUIRED_BIND = 1,  /**< of the pod, koord_bind_policy */
  KOORD_REMEDY_KIND_PREFERRED_BIND = 2, /**< of the pod, koord_bind_policy */
  KOORD_REMEDY_KIND_POD_EXCLUSIVE = 3,  /**< koord_exclusive_policy */
  KOORD_REMEDY_KIND_POD_NUMA = 4,       /**< of the pod, koord_numa_policy */
  KOORD_REMEDY_KIND_NUMA_EXCLUSIVE = 5, /**< of the pod, koord_numa_exclusive */
  /** its request, and its limit where that is the same: milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU = 6,
  /** its limit, and its request where that is more: milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU_LIMIT = 7,
  KOORD_REMEDY_KIND_NODE_SCHEDULABLE = 8, /**< spec.unschedulable, from 1 to 0 */
  KOORD_REMEDY_KIND_NODE_BIND = 9,  /**< the policy in force and the label, koord_bind_policy */
  KOORD_REMEDY_KIND_NODE_NUMA = 10, /**< the policy in force and the label, koord_numa_policy */
  KOORD_REMEDY_KIND_EVICT = 11,     /**< the pod `uid` leaves */
  /** `after` of the node's pods move: koord_cluster_plan_rebind_for */
  KOORD_REMEDY_KIND_REBIND = 12,
  /** requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch, 4 device. */
  KOORD_REMEDY_KIND_DEVICE_SCOPE = 13,
  KOORD_REMEDY_KIND_DEVICE_EXCLUSIVE = 14, /**< exclusivePolicy of such: 0 none, 1 device, 2 PCIe */
  KOORD_REMEDY_KIND_DEVICE_SELECTOR = 15,  /**< from 1 to 0: their selector is dropped */
  KOORD_REMEDY_KIND_VIRTUAL_FUNCTIONS = 16, /**< 2 those that vfSelector matches, 1 any, 0 none */
  KOORD_REMEDY_KIND_JOINT_DEVICES = 17,     /**< from 1 to 0: they need not share PCIe switches */
  KOORD_REMEDY_KIND_POD_PARTITION = 18, /**< 2 a partition as its spec says, 1 any, 0 none needed */
  KOORD_REMEDY_KIND_POD_DEVICES = 19,   /**< how many of a type the pod asks for */
  KOORD_REMEDY_KIND_NODE_PARTITION = 20 /**< the node's gpu-partition-policy: 2 Honor, 1 Prefer */
};
/** Stable name of a kind ("PodCPU"). Static; "Unknown" for others. */
KOORD_API const char *koord_remedy_kind_get_name(koord_remedy_kind kind);

/** A change; the steps of a remedy are made together. 40 bytes. */
typedef struct koord_remedy_step {
  int64_t before;
  int64_t after;
  uint32_t miss;   /**< row of koord_explanation_get_misses */
  uint32_t remedy; /**< of that node, from 0: fewest steps first */
  koord_remedy_kind kind;
  int32_t priority; /**< of the pod that leaves */
  /** Of the pod that leaves, in koord_explanation_get_texts; in its place the type ("gpu") where devices of one are
   *  concerned. */
  uint32_t uid_offset;
  uint32_t uid_length;
} koord_remedy_step;
/** The steps of all remedies of all misses. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_remedies(const koord_explanation *explanation,
                                                      koord_remedy_step *rows, size_t stride,
                                                      size_t capacity, size_t *count,
                                                      koord_error *err);
/** The texts of its rows, as koord_topology_get_texts: valid as long as the explanation; NULL has none. */
KOORD_API const char *koord_explanation_get_texts(const koord_explanation *explanation,
                                                  KOORD_NULLABLE size_t *length);

/** For people: several lines of text, names resolved. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_text(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);
/** Everything as one line of JSON (docs/explain.md). Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_json(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_EXPLANATION_H_ */
