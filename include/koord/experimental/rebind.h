/* RebindResource: moves pods of a node to other CPUs, so that they use fewer NUMA nodes and free
 * CPUs are contiguous (docs/embed/rebind.md).
 *
 * Experimental. Stable once the RebindResource proposal is accepted and its object no longer
 * changes.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_REBIND_H_
#define KOORD_REBIND_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/rebind.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fragmentation of a node's CPUs. Two states are compared by the fields up to largest_block:
 *  the first field that differs decides. */
typedef struct koord_fragmentation {
  int32_t contested; /**< CPUs with several owners, or with an owner although no pod may own them */
  int32_t extra_numa;    /**< NUMA nodes that pods use beyond the minimum for their CPUs */
  int32_t extra_sockets; /**< sockets that pods use beyond the minimum */
  int32_t unmet_pods;    /**< pods whose bind, exclusive and NUMA policies are not all met */
  int32_t stranded;      /**< free CPUs on cores that are not entirely free */
  /** most free CPUs on entirely free cores of one NUMA node; more is better */
  int32_t largest_block;
  int32_t free_cpus;
  int32_t free_cores; /**< cores with all threads free */
  /** Percentage by which the largest block is smaller than the largest that this number of free
   *  CPUs could form: 0 to 100. */
  int32_t percent;
  int32_t reserved; /**< 0 */
} koord_fragmentation;

/** Options of a rebind. */
typedef uint32_t koord_rebind_flags;
enum {
  KOORD_REBIND_NO_NEW_CROSSING = 1 /**< no pod spans more NUMA nodes than before */
};
/** Limits for the number of placements that a rebind may try. */
typedef int32_t koord_rebind_budget;
enum {
  KOORD_REBIND_BUDGET_DEFAULT = 1000, /**< used if the budget is 0 */
  KOORD_REBIND_BUDGET_MAX = 1000000
};
/** Limits of a rebind. */
typedef struct koord_rebind_options {
  uint32_t struct_size;     /**< sizeof the struct: KOORD_INIT */
  koord_rebind_flags flags; /**< KOORD_REBIND_NO_NEW_CROSSING */
  uint32_t max_moved;       /**< number of pods that may move; 0: any number */
  /** Number of placements that may be tried, up to KOORD_REBIND_BUDGET_MAX; 0:
   *  KOORD_REBIND_BUDGET_DEFAULT. */
  uint32_t budget;
} koord_rebind_options;

/** Properties of a rebind's result. */
typedef uint32_t koord_rebind_info_flags;
enum {
  /** The budget was used up: a larger one might give a better plan. */
  KOORD_REBIND_INFO_TRUNCATED = 1
};
/** The result of a rebind. */
typedef struct koord_rebind_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** Reason if there is nothing to plan: NODE_UNKNOWN, NO_TOPOLOGY; for
   *  koord_cluster_plan_rebind_for, the reason that the pod does not fit; else NONE. */
  koord_reason reason;
  uint32_t moved; /**< number of pods that move; the plan may have more steps */
  /** Number of placements tried, out of the budget. On a node with refused claims, 16 claims that
   *  are evaluated again for a plan count as one placement. */
  uint32_t used;
  koord_rebind_info_flags properties;
  koord_fragmentation before;
  koord_fragmentation after;
  /** for koord_cluster_plan_rebind_for: why the pod does not fit; else NONE */
  koord_refusal refusal;
} koord_rebind_info;

/** Plans other CPUs for those pods of a node that own CPUs. Nothing changes until the plan is
 *  committed.
 *
 *  options  NULL: any number of pods, KOORD_REBIND_BUDGET_DEFAULT.
 *  query    nullable. Pods protected by KOORD_PROTECTION_KEEP do not move.
 *  out      the plan; release it with koord_plan_unref. It has no steps if nothing better was
 *           found. Its steps are KOORD_STEP_KIND_MOVE, ordered so that no CPU ever has two owners.
 *           A pod with two steps first moves out of the way, sometimes to fewer CPUs, but never to
 *           none.
 *  info     nullable.
 *
 *  No pod's policies are met less well than before, and the node never gets worse by
 *  koord_fragmentation. The same input gives the same plan. The budget bounds the time; no clock is
 *  used.
 *
 *  Errors: INVALID, NOT_FOUND (the node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind(const koord_cluster *cluster, uint32_t node,
                                                 KOORD_NULLABLE const koord_rebind_options *options,
                                                 KOORD_NULLABLE const koord_query *query,
                                                 koord_plan **out,
                                                 KOORD_NULLABLE koord_rebind_info *info,
                                                 koord_error *err);

/** Plans how a pod that a node refuses fits after some of the node's pods have moved. The steps of
 *  the plan are those moves, as few as were found, and last KOORD_STEP_KIND_PLACE of the pod.
 *
 *  pod             must have a uid and no allocation yet.
 *  options, query  as for koord_cluster_plan_rebind.
 *  out             NULL if the pod does not fit.
 *  info            never NULL; its refusal says why the pod does not fit.
 *
 *  Errors: INVALID, NOT_FOUND (the node), CONFLICT (as for koord_cluster_plan_gang), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind_for(
    const koord_cluster *cluster, const koord_pod *pod, uint32_t node,
    KOORD_NULLABLE const koord_rebind_options *options, KOORD_NULLABLE const koord_query *query,
    KOORD_OPTIONAL koord_plan **out, koord_rebind_info *info, koord_error *err);

/** Actions that a RebindResource requests. */
typedef int32_t koord_rebind_action;
enum { KOORD_REBIND_ACTION_CPU = 1 /**< RebindCPU */ };
/** The progress of a RebindResource. */
typedef int32_t koord_rebind_phase;
enum {
  KOORD_REBIND_PHASE_NONE = 0, /**< not processed yet */
  KOORD_REBIND_PHASE_PENDING = 1,
  KOORD_REBIND_PHASE_SUCCEED = 2,
  KOORD_REBIND_PHASE_FAILED = 3,
  KOORD_REBIND_PHASE_UNKNOWN = 4
};
/** The request of a RebindResource object, and its progress. */
typedef struct koord_rebind_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_rebind_action action;
  koord_rebind_phase phase;
  int64_t deadline_seconds; /**< 600 if the object states none */
} koord_rebind_request;

/** Reads a RebindResource (kubernetes/crds). `node` receives the name of its node, text as in
 *  koord_pod_get_text; up to 254 bytes. On errors, also on NO_SPACE, *request is not changed.
 *  Errors: INVALID (names the field), LIMIT, NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_rebind_request_from_json(KOORD_NULLABLE const koord_context *context,
                                                      KOORD_DOCUMENT const char *json,
                                                      size_t length, koord_rebind_request *request,
                                                      char *node, size_t capacity,
                                                      KOORD_NULLABLE size_t *needed,
                                                      koord_error *err);
/** Writes a JSON merge patch for the status of a RebindResource. `timestamp` is the current time as
 *  in RFC 3339. `reason` has up to 1024 bytes; "" removes an earlier reason. Errors: INVALID,
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_rebind_status_to_json(koord_rebind_phase phase, const char *timestamp,
                                                   size_t timestamp_length,
                                                   KOORD_NULLABLE const char *reason,
                                                   size_t reason_length, koord_buffer **out,
                                                   koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_REBIND_H_ */
