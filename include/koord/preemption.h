/* Which pods to evict so that another fits, on every node in one call (docs/preemption.md).
 *
 * Experimental. Stable once the order of victims has been compared with kube-scheduler's over one of its releases.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_PREEMPTION_H_
#define KOORD_PREEMPTION_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/preemption.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of a preemption. */
typedef uint32_t koord_preempt_flags;
enum {
  /** Of two sets of victims the one whose highest priority is lower, then the smaller one, then that with the lower
   *  sum of priorities, as kube-scheduler has it. Without it: the smaller one, then that with lower priorities, sorted descending and compared one
   *  by one. Victims under KOORD_PROTECTION_AVOID count before either, their uids after both. */
  KOORD_PREEMPT_LEAST_IMPORTANT = 1
};
/** How much is tried to find victims. */
typedef struct koord_preempt_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_preempt_flags flags;
  /** How much is searched on all nodes together: a set of victims that is tried costs 16, any other step 1.
   *  0: 2^20. A node's answer may depend on it, and on how many nodes there are. */
  uint64_t budget;
} koord_preempt_options;

/** What every node says, and the victims there. Immutable. */
typedef struct koord_preemption koord_preemption;
KOORD_API koord_preemption *koord_preemption_ref(const koord_preemption *preemption);
KOORD_API void koord_preemption_unref(koord_preemption *preemption);

/** Finds on every node the pods to evict so that `pod` fits. Those of a lower priority (spec.priority) may
 *  have to go, unless `query` protects them with KOORD_PROTECTION_KEEP; pods that are thought there never
 *  do, and have first call on the room that victims leave. Changes nothing. `options` and `query` are nullable.
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_preempt(const koord_cluster *cluster, const koord_pod *pod,
                                             KOORD_NULLABLE const koord_preempt_options *options,
                                             KOORD_NULLABLE const koord_query *query,
                                             koord_preemption **out, koord_error *err);

/** What is said of a row of a preemption. */
typedef uint32_t koord_preemption_flags;
enum {
  KOORD_PREEMPTION_UNRESOLVABLE = 1, /**< no eviction of any pods would change the reason */
  /** The budget was too small to tell the best victims: these, of which none can be spared, are what
   *  kube-scheduler's way of sparing the most important first left. */
  KOORD_PREEMPTION_UNPROVEN = 2
};
/** What a node says to a pod that may evict others. */
typedef struct koord_node_preemption {
  int64_t priority_sum; /**< of the victims, each counted from INT32_MIN on */
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: the pod fits once the victims are gone */
  int32_t score;       /**< of the node without the victims; see koord_verdict */
  koord_preemption_flags flags;
  int32_t highest_priority; /**< of the victims; 0: none */
  uint32_t victims;         /**< how many; 0: the pod fits as it is */
  uint32_t avoided;         /**< of them under KOORD_PROTECTION_AVOID */
  uint32_t reserved;        /**< 0 */
} koord_node_preemption;
/** A row for every node. The best come first: nodes without victims, then in the order of kube-scheduler:
 *  fewest avoided, lowest highest priority, lowest sum, fewest victims; then the higher score and the lower
 *  number. Nodes where no eviction helps come last, by number, with the reason that is left when all pods
 *  that may go are gone. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE (*count is written). */
KOORD_API koord_status koord_preemption_get_nodes(const koord_preemption *preemption,
                                                  koord_node_preemption *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The victims of a row, as steps that release them: by priority, descending, then uid. Otherwise as
 *  koord_plan_get_steps. */
KOORD_API koord_status koord_preemption_get_victims(const koord_preemption *preemption, size_t row,
                                                    koord_plan_step *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** The texts of the victims of all rows, as koord_topology_get_texts: valid as long as the preemption, which must not
 *  be NULL. Those of one row's victims lie side by side, in their order. */
KOORD_API const char *koord_preemption_get_texts(const koord_preemption *preemption,
                                                 KOORD_NULLABLE size_t *length);
/** The plan of a row: its victims let go, then the pod comes and gets its CPUs and NUMA amounts.
 *  `refusal` (never NULL) tells where Reserve would not do what the verdict promised, *out is NULL then.
 *  Errors: INVALID (a pod without uid, a row with a reason, another cluster), STALE (the node changed
 *  since), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_preemption(const koord_cluster *cluster,
                                                     const koord_preemption *preemption, size_t row,
                                                     koord_refusal *refusal, koord_plan **out,
                                                     koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_PREEMPTION_H_ */
