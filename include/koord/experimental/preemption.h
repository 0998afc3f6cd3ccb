/* Finds which pods to evict so that another pod fits, on every node in one call
 * (docs/embed/preemption.md).
 *
 * Experimental. Stable once the order of victims has been compared with kube-scheduler's over one
 * of its releases.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_PREEMPTION_H_
#define KOORD_PREEMPTION_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/preemption.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of a preemption. */
typedef uint32_t koord_preempt_flags;
enum {
  /** Compare sets of victims as kube-scheduler does: lower highest priority, then fewer victims,
   *  then lower sum of priorities. Without the flag: fewer victims, then lower priorities, sorted
   *  descending and compared one by one. In both cases the number of victims under
   *  KOORD_PROTECTION_AVOID is compared first, and their uids last. */
  KOORD_PREEMPT_LEAST_IMPORTANT = 1
};
/** Limits of the search for victims. */
typedef struct koord_preempt_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_preempt_flags flags;
  /** Limit of the search, for all nodes together: trying a set of victims costs 16, any other step
   *  1. 0: 2^20. The result for a node may depend on it, and on the number of nodes. */
  uint64_t budget;
} koord_preempt_options;

/** The result for every node, with the victims there. Immutable. */
typedef struct koord_preemption koord_preemption;
KOORD_API koord_preemption *koord_preemption_ref(const koord_preemption *preemption);
KOORD_API void koord_preemption_unref(koord_preemption *preemption);

/** Finds on every node the pods to evict so that `pod` fits. Only pods with a lower priority
 *  (spec.priority) can be victims, unless `query` protects them with KOORD_PROTECTION_KEEP. Pods
 *  that the query adds (nominated pods) are never victims, and get the room that victims leave
 *  first. Changes nothing. `options` and `query` are nullable. Errors: INVALID, LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_preempt(const koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE const koord_preempt_options *options,
                                             KOORD_NULLABLE const koord_query *query,
                                             koord_preemption **out, koord_error *err);

/** Properties of a row of a preemption. */
typedef uint32_t koord_preemption_flags;
enum {
  KOORD_PREEMPTION_UNRESOLVABLE = 1, /**< no eviction would change the reason */
  /** The budget was too small to find the best victims. These are the victims that kube-scheduler's
   *  method finds, which spares the most important pods first; all of them are needed. */
  KOORD_PREEMPTION_UNPROVEN = 2
};
/** Effect of a preemption on one node. */
typedef struct koord_node_preemption {
  int64_t priority_sum; /**< over the victims: sum of priority minus INT32_MIN */
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: the pod fits without the victims */
  int32_t score;       /**< score of the node without the victims; see koord_verdict */
  koord_preemption_flags flags;
  int32_t highest_priority; /**< highest priority of the victims; 0: none */
  uint32_t victims;         /**< number of victims; 0: the pod fits without eviction */
  uint32_t avoided;         /**< number of victims under KOORD_PROTECTION_AVOID */
  uint32_t reserved;        /**< 0 */
} koord_node_preemption;
/** Copies a row for every node, the best first: nodes without victims, then in the order of
 *  kube-scheduler: fewest avoided, lowest highest priority, lowest sum, fewest victims; then higher
 *  score, then lower number. Nodes where no eviction helps come last, by number, with the reason
 *  that remains when all possible victims are gone. rows as in koord_topology_get_cpus. Errors:
 *  INVALID, NO_SPACE (*count is written). */
KOORD_API koord_status koord_preemption_get_nodes(const koord_preemption *preemption,
                                                  koord_node_preemption *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Copies the victims of a row, as steps that release them: by priority, descending, then uid.
 *  Otherwise as koord_plan_get_steps. */
KOORD_API koord_status koord_preemption_get_victims(const koord_preemption *preemption, size_t row,
                                                    koord_plan_step *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** Returns the texts of the victims of all rows, as koord_topology_get_texts: valid as long as the
 *  preemption, which must not be NULL. The texts of one row's victims are contiguous, in their
 *  order. */
KOORD_API const char *koord_preemption_get_texts(const koord_preemption *preemption,
                                                 KOORD_NULLABLE size_t *length);
/** Makes the plan of a row: its victims are released, then the pod is placed and gets its CPUs and
 *  NUMA amounts. `refusal` (never NULL) says why, if Reserve would refuse what the verdict
 *  promised; *out is NULL then. Errors: INVALID (a pod without uid, a row with a reason, another
 *  cluster), STALE (the node changed since), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_preemption(const koord_cluster *cluster,
                                                     const koord_preemption *preemption, size_t row,
                                                     koord_refusal *refusal,
                                                     KOORD_OPTIONAL koord_plan **out,
                                                     koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_PREEMPTION_H_ */
