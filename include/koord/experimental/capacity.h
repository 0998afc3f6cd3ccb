/* Number of further pods that fit (docs/embed/capacity.md).
 *
 * Experimental. Stable once an autoscaler uses it and the kinds of restarts are known.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_CAPACITY_H_
#define KOORD_CAPACITY_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/capacity.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Evaluates as if the node were drained: it takes no pods, and its pods go to other nodes. An
 *  unknown node has no effect. Only koord_cluster_get_capacity accepts a query with drained or
 *  restarted nodes; other calls return INVALID. Errors: INVALID, LIMIT (65536 restarts),
 *  NO_MEMORY. */
KOORD_API koord_status koord_query_drain_node(koord_query *query, uint32_t node, koord_error *err);
/** Evaluates as if the node restarted with one thread per core; its amounts shrink by the CPUs that
 *  it loses. Its pods return by priority, descending, then uid, each placed as Reserve would place
 *  it; those that no longer fit go to other nodes. Otherwise as koord_query_drain_node. */
KOORD_API koord_status koord_query_disable_smt(koord_query *query, uint32_t node, koord_error *err);
/** Same as koord_query_disable_smt, but the node restarts with these CPUs isolated (isolcpus): no
 *  pod can use them. Several restarts of one node count as one. */
KOORD_API koord_status koord_query_isolate_cpus(koord_query *query, uint32_t node,
                                                const uint64_t *words, size_t word_count,
                                                koord_error *err);

/** Limits of a capacity count. */
typedef struct koord_capacity_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t max_pods;    /**< most pods to count on one node, up to 65536; 0: 4096 */
} koord_capacity_options;

/** Numbers of further pods that every node takes. Immutable. */
typedef struct koord_capacity koord_capacity;
KOORD_API koord_capacity *koord_capacity_ref(const koord_capacity *capacity);
KOORD_API void koord_capacity_unref(koord_capacity *capacity);

/** Counts for every node how many more pods like `pod` it takes, placed one after another as
 *  Reserve places them. Changes nothing. `options` and `query` are nullable. Errors: INVALID,
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_capacity(
    const koord_cluster *cluster, const koord_pod *pod,
    KOORD_NULLABLE const koord_capacity_options *options, KOORD_NULLABLE const koord_query *query,
    koord_capacity **out, koord_error *err);

/** Sums of a capacity. */
typedef struct koord_capacity_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t pods;        /**< pods that fit, over all nodes */
  /** Pods that must leave their nodes because of drains and restarts. Before anything is counted,
   *  each moves to the best node for it, by priority, descending, then uid. */
  uint64_t displaced;
  /** Displaced pods that no node has room for, and displaced pods under KOORD_PROTECTION_KEEP,
   *  which do not move. (On a drained node, pods under KOORD_PROTECTION_KEEP end with the node and
   *  are not displaced.) */
  uint64_t unplaced;
} koord_capacity_info;
/** Returns the sums. Errors: INVALID. */
KOORD_API koord_status koord_capacity_get_info(const koord_capacity *capacity,
                                               koord_capacity_info *info, koord_error *err);

/** Properties of a row of a capacity. */
typedef uint32_t koord_capacity_flags;
enum {
  KOORD_CAPACITY_UNRESOLVABLE = 1 /**< no eviction would change the reason */
};
/** Number of further pods that a node takes. */
typedef struct koord_node_capacity {
  int64_t left_milli;  /**< milli-CPU of the whole node that stays unallocated after these pods */
  int64_t left_memory; /**< memory left, in bytes */
  uint32_t node;
  uint32_t pods;       /**< number of pods that fit */
  koord_reason reason; /**< reason that no more fit; NONE: the count reached max_pods */
  koord_capacity_flags flags;
} koord_node_capacity;
/** Copies a row for every node, ascending. rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE (*count is written). */
KOORD_API koord_status koord_capacity_get_nodes(const koord_capacity *capacity,
                                                koord_node_capacity *rows, size_t stride,
                                                size_t row_capacity, size_t *count,
                                                koord_error *err);
/** Stranded resources: what is left on nodes where no more pods fit, summed by reason. */
typedef struct koord_capacity_reason {
  int64_t left_milli;  /**< milli-CPU, summed over the nodes with this reason */
  int64_t left_memory; /**< bytes */
  uint64_t pods;
  koord_reason reason;
  uint32_t nodes; /**< number of nodes with this reason */
} koord_capacity_reason;
/** Copies a row for every reason, ascending: what is stranded on the nodes with that reason.
 *  Otherwise as koord_capacity_get_nodes. */
KOORD_API koord_status koord_capacity_get_reasons(const koord_capacity *capacity,
                                                  koord_capacity_reason *rows, size_t stride,
                                                  size_t row_capacity, size_t *count,
                                                  koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CAPACITY_H_ */
