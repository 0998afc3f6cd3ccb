/* How many more pods fit (docs/capacity.md).
 *
 * Experimental. Stable once an autoscaler uses it and the kinds of restarts are known.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_CAPACITY_H_
#define KOORD_CAPACITY_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/capacity.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The node takes nobody, and its pods are to go elsewhere. An unknown one has no effect. Restarts are for
 *  koord_cluster_get_capacity only: INVALID in other calls. Errors: INVALID, LIMIT (65536 restarts), NO_MEMORY. */
KOORD_API koord_status koord_query_drain_node(koord_query *query, uint32_t node, koord_error *err);
/** The node restarts with one thread of each core; the CPUs that go are gone from its amounts, too. Its pods
 *  come back by priority, descending, then uid, as Reserve would place them; those that do not fit are to
 *  go elsewhere. Otherwise as koord_query_drain_node. */
KOORD_API koord_status koord_query_disable_smt(koord_query *query, uint32_t node, koord_error *err);
/** The same with CPUs that are nobody's (isolcpus). Several restarts of one node are one. */
KOORD_API koord_status koord_query_isolate_cpus(koord_query *query, uint32_t node,
                                                const uint64_t *words, size_t word_count,
                                                koord_error *err);

/** How many pods are counted. */
typedef struct koord_capacity_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t max_pods;    /**< that are counted on one node, up to 65536; 0: 4096 */
} koord_capacity_options;

/** How many pods every node takes. Immutable. */
typedef struct koord_capacity koord_capacity;
KOORD_API koord_capacity *koord_capacity_ref(const koord_capacity *capacity);
KOORD_API void koord_capacity_unref(koord_capacity *capacity);

/** Counts for every node the pods like `pod` that it still takes, put there one after the other as Reserve
 *  puts them. Changes nothing. `options` and `query` are nullable. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_capacity(
    const koord_cluster *cluster, const koord_pod *pod,
    KOORD_NULLABLE const koord_capacity_options *options, KOORD_NULLABLE const koord_query *query,
    koord_capacity **out, koord_error *err);

/** Sums of a capacity. */
typedef struct koord_capacity_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t pods;        /**< that fit, on all nodes */
  /** Pods that restarts drive from their nodes, and of them those that no node has room for, or that are
   *  under KOORD_PROTECTION_KEEP and do not move (on a node that drains they end with it instead). The others
   *  went to the best node each, by priority, descending, then uid, before anything was counted. */
  uint64_t displaced;
  uint64_t unplaced;
} koord_capacity_info;
/** Sums. Errors: INVALID. */
KOORD_API koord_status koord_capacity_get_info(const koord_capacity *capacity,
                                               koord_capacity_info *info, koord_error *err);

/** What is said of a row of a capacity. */
typedef uint32_t koord_capacity_flags;
enum {
  KOORD_CAPACITY_UNRESOLVABLE = 1 /**< no pods that go would change the reason */
};
/** How many more pods a node takes. */
typedef struct koord_node_capacity {
  int64_t left_milli;  /**< CPU that is nobody's after that, of the whole node */
  int64_t left_memory; /**< bytes */
  uint32_t node;
  uint32_t pods;       /**< that fit */
  koord_reason reason; /**< why no more; KOORD_REASON_NONE: as many as were asked about */
  koord_capacity_flags flags;
} koord_node_capacity;
/** A row for every node, ascending. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE (*count is
 *  written). */
KOORD_API koord_status koord_capacity_get_nodes(const koord_capacity *capacity,
                                                koord_node_capacity *rows, size_t stride,
                                                size_t row_capacity, size_t *count,
                                                koord_error *err);
/** What strands the rest: sums by reason. */
typedef struct koord_capacity_reason {
  int64_t left_milli;  /**< sums over the nodes with this reason */
  int64_t left_memory; /**< bytes */
  uint64_t pods;
  koord_reason reason;
  uint32_t nodes; /**< how many they are */
} koord_capacity_reason;
/** What strands the rest: sums by reason, ascending. Otherwise as koord_capacity_get_nodes. */
KOORD_API koord_status koord_capacity_get_reasons(const koord_capacity *capacity,
                                                  koord_capacity_reason *rows, size_t stride,
                                                  size_t row_capacity, size_t *count,
                                                  koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CAPACITY_H_ */
