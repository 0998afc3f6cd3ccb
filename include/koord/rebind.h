/* RebindResource: other CPUs for the pods of a node, so that pods use fewer NUMA nodes and free CPUs lie together
 * (docs/rebind.md).
 *
 * Experimental. Stable once the RebindResource proposal is accepted and its object no longer changes.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_REBIND_H_
#define KOORD_REBIND_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/rebind.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How well the CPUs of a node are used. A plan is better than another by the first of the fields down to
 *  largest_block that differs. */
typedef struct koord_fragmentation {
  int32_t contested;     /**< CPUs that a pod owns although another does too, or nobody may */
  int32_t extra_numa;    /**< NUMA nodes that pods are on beyond the fewest that have their CPUs */
  int32_t extra_sockets; /**< the same of sockets */
  int32_t unmet_pods;    /**< pods whose bind, exclusive and NUMA policies do not all hold */
  int32_t stranded;      /**< free CPUs on cores that are not free */
  int32_t largest_block; /**< most free CPUs on free cores of one NUMA node; more is better */
  int32_t free_cpus;
  int32_t free_cores; /**< with all their threads */
  int32_t
      percent; /**< how much smaller the largest block is than as many free CPUs could make: 0 to 100 */
  int32_t reserved; /**< 0 */
} koord_fragmentation;

/** Options of a rebind. */
typedef uint32_t koord_rebind_flags;
enum {
  KOORD_REBIND_NO_NEW_CROSSING = 1 /**< no pod comes to be on more NUMA nodes than it is */
};
/** How many placements a rebind may try. */
typedef int32_t koord_rebind_budget;
enum {
  KOORD_REBIND_BUDGET_DEFAULT = 1000, /**< where it is 0 */
  KOORD_REBIND_BUDGET_MAX = 1000000
};
/** How much a rebind may move and try. */
typedef struct koord_rebind_options {
  uint32_t struct_size;     /**< sizeof the struct: KOORD_INIT */
  koord_rebind_flags flags; /**< KOORD_REBIND_NO_NEW_CROSSING */
  uint32_t max_moved;       /**< pods that may move; 0: any number */
  /** How many placements may be tried, up to KOORD_REBIND_BUDGET_MAX; 0: KOORD_REBIND_BUDGET_DEFAULT. */
  uint32_t budget;
} koord_rebind_options;

/** What is said of a rebind. */
typedef uint32_t koord_rebind_info_flags;
enum {
  /** The budget was used up: more of it might have found a better plan. */
  KOORD_REBIND_INFO_TRUNCATED = 1
};
/** How a rebind went. */
typedef struct koord_rebind_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_reason reason;  /**< why there is nothing to plan on: NODE_UNKNOWN, NO_TOPOLOGY; of
                            koord_cluster_plan_rebind_for, why the pod does not fit; else NONE */
  uint32_t moved;       /**< pods; the plan may have more steps */
  uint32_t used;        /**< of the budget: placements tried */
  koord_rebind_info_flags properties;
  koord_fragmentation before;
  koord_fragmentation after;
  koord_refusal refusal; /**< koord_cluster_plan_rebind_for: why the pod does not fit; else NONE */
} koord_rebind_info;

/** Plans other CPUs for the pods of a node that own CPUs; nothing changes before the plan is committed.
 *
 *  options     NULL: any number of pods, KOORD_REBIND_BUDGET_DEFAULT.
 *  query       NULL: nothing. Pods protected by KOORD_PROTECTION_KEEP stay as they are.
 *  out         the plan, koord_plan_unref() when done; without steps where nothing better was found. Its steps
 *              are KOORD_STEP_KIND_MOVE, ordered so that no CPU ever has two owners; a pod whose turn comes twice
 *              first steps aside, at times to fewer CPUs, never to none.
 *  info        nullable.
 *
 *  No policy of any pod holds less afterwards, and the node is never worse by koord_fragmentation. The same
 *  question gives the same plan. Time is bounded by the budget, not by a clock.
 *
 *  Errors: INVALID, NOT_FOUND (the node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind(const koord_cluster *cluster, uint32_t node,
                                                 KOORD_NULLABLE const koord_rebind_options *options,
                                                 KOORD_NULLABLE const koord_query *query,
                                                 koord_plan **out,
                                                 KOORD_NULLABLE koord_rebind_info *info,
                                                 koord_error *err);

/** Whether a pod that a node refuses fits once some of the node's pods have moved: the plan's steps are those moves, as
 *  few as are found, and last KOORD_STEP_KIND_PLACE of the pod.
 *
 *  pod         that holds nothing yet; with a uid.
 *  options, query: as above.
 *  out         NULL where it does not fit.
 *  info        never NULL; its refusal says why the pod does not fit.
 *
 *  Errors: INVALID, NOT_FOUND (the node), CONFLICT (as for koord_cluster_plan_gang), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind_for(
    const koord_cluster *cluster, const koord_pod *pod, uint32_t node,
    KOORD_NULLABLE const koord_rebind_options *options, KOORD_NULLABLE const koord_query *query,
    koord_plan **out, koord_rebind_info *info, koord_error *err);

/** What a RebindResource asks for. */
typedef int32_t koord_rebind_action;
enum { KOORD_REBIND_ACTION_CPU = 1 /**< RebindCPU */ };
/** How far a RebindResource got. */
typedef int32_t koord_rebind_phase;
enum {
  KOORD_REBIND_PHASE_NONE = 0, /**< nobody has seen it yet */
  KOORD_REBIND_PHASE_PENDING = 1,
  KOORD_REBIND_PHASE_SUCCEED = 2,
  KOORD_REBIND_PHASE_FAILED = 3,
  KOORD_REBIND_PHASE_UNKNOWN = 4
};
/** What a RebindResource object asks for, and how far it got. */
typedef struct koord_rebind_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_rebind_action action;
  koord_rebind_phase phase;
  int64_t deadline_seconds; /**< 600 where the object does not say */
} koord_rebind_request;

/** Reads a RebindResource (packaging/crds). node: the name of its node, text as in koord_pod_get_text; up to
 *  254 bytes. On errors, NO_SPACE among them, *request is left alone. Errors: INVALID (names the field), LIMIT,
 *  NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_rebind_request_from_json(KOORD_NULLABLE const koord_context *context,
                                                      KOORD_DOCUMENT const char *json,
                                                      size_t length, koord_rebind_request *request,
                                                      char *node, size_t capacity,
                                                      KOORD_NULLABLE size_t *needed,
                                                      koord_error *err);
/** A JSON merge patch for the status of a RebindResource. timestamp: the time now, as RFC 3339 has it. reason:
 *  up to 1024 bytes; "" takes an earlier one away. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_rebind_status_to_json(koord_rebind_phase phase, const char *timestamp,
                                                   size_t timestamp_length, const char *reason,
                                                   size_t reason_length, koord_buffer **out,
                                                   koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_REBIND_H_ */
