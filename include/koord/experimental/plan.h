/* Plans: changes to the allocations of several pods. One call decides them, and another applies
 * them. A plan changes nothing until it is committed, and then everything at once.
 *
 * Experimental. Stable once a scheduler has carried plans out in production, so that the kinds of
 * steps are known.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_PLAN_H_
#define KOORD_PLAN_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/plan.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Steps in their order, and the state of the nodes for which they were decided. Immutable. A plan
 *  for a node from which a query removed pods can only be read: committing it fails with STALE. */
typedef struct koord_plan koord_plan;
KOORD_API koord_plan *koord_plan_ref(const koord_plan *plan);
KOORD_API void koord_plan_unref(koord_plan *plan);

/** koord_cluster_plan_gang and koord_cluster_get_capacity: this member of the gang, or this
 *  displaced pod, is not placed on this node. An unknown node has no effect. Other calls refuse
 *  such a query. Errors: INVALID, LIMIT (2^24 pairs of pod and node), NO_MEMORY. */
KOORD_API koord_status koord_query_exclude_pod_node(koord_query *query, const char *uid,
                                                    size_t length, uint32_t node, koord_error *err);

/** Kinds of steps of a plan. */
typedef int32_t koord_step_kind;
enum {
  KOORD_STEP_KIND_RELEASE = 0, /**< a pod is evicted and its allocations are freed */
  KOORD_STEP_KIND_PLACE = 1,   /**< a pod is placed on a node */
  KOORD_STEP_KIND_MOVE = 2     /**< a pod of the node gets other allocations */
};
/** A step of a plan, or a victim of a preemption. */
typedef struct koord_plan_step {
  uint32_t node;
  koord_step_kind kind;
  int32_t priority; /**< priority of the pod */
  /** uid of the pod, in koord_plan_get_texts or koord_preemption_get_texts. */
  uint32_t uid_offset;
  uint32_t uid_length;
  uint32_t reserved; /**< 0 */
} koord_plan_step;
/** Copies the steps of a plan. rows as in koord_topology_get_cpus; *count is written also on
 *  NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_plan_get_steps(const koord_plan *plan, koord_plan_step *rows,
                                            size_t stride, size_t capacity, size_t *count,
                                            koord_error *err);
/** Returns the texts of the rows, as koord_topology_get_texts: valid as long as the plan; NULL has
 *  none. */
KOORD_API const char *koord_plan_get_texts(const koord_plan *plan, KOORD_NULLABLE size_t *length);
/** Writes the CPUs that a step's pod owns after the step to all of `words`; all zero: it shares
 *  CPUs or was released. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_plan_get_step_cpus(const koord_plan *plan, size_t step,
                                                uint64_t *words, size_t word_count,
                                                koord_error *err);
/** Writes the allocation of a step's pod after the step, as koord_cluster_get_pod_status does; {}
 *  if it is released. Errors: INVALID (also a plan of another cluster), NOT_FOUND (its node was
 *  removed), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_step_status(const koord_cluster *cluster,
                                                     const koord_plan *plan, size_t step,
                                                     koord_buffer **out, koord_error *err);
/** Writes the devices of a step's pod after the step, as koord_cluster_get_pod_devices does.
 *  Errors: as koord_cluster_get_step_status. */
KOORD_API koord_status koord_cluster_get_step_devices(const koord_cluster *cluster,
                                                      const koord_plan *plan, size_t step,
                                                      koord_buffer **out, koord_error *err);
/** Applies a plan atomically: all of its steps, with no other change in between. If it fails,
 *  nothing changed. Only STALE is worth another attempt: make a new plan and commit that one.
 *
 *  Errors: INVALID (a plan of another cluster), STALE (the cluster has changed since the plan was
 *  made: a node that it relies on, or the place of one of its pods), CONFLICT (nothing changed, and
 *  the plan would give more CPUs, amounts of NUMA nodes or devices than a node has; counted in
 *  koord_cluster_info.rejected, a defect of the library), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_commit(koord_cluster *cluster, const koord_plan *plan,
                                            koord_error *err);

/* ---- Resizing -------------------------------------------------------------------------------- */

/** Plans to resize a pod in place (docs/embed/resize.md): its CPUs after the resize contain, or are
 *  contained in, those that it owns now; a pod that shares CPUs stays on its NUMA nodes; its
 *  policies hold as for a new pod. If this is impossible the resize is refused, with
 *  KOORD_REASON_WOULD_MOVE if other CPUs or NUMA nodes would do.
 *
 *  pod      the pod as it should become, with the uid of a pod that is on a node.
 *  query    nullable.
 *  out      receives a plan of one step, KOORD_STEP_KIND_MOVE, which the caller owns; NULL if it is
 *           refused.
 *  refusal  never NULL.
 *
 *  Errors: INVALID, NOT_FOUND (the pod has no allocation, or the query removes it), CONFLICT (it is
 *  a reservation or takes from one), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_resize(const koord_cluster *cluster, const koord_pod *pod,
                                                 KOORD_NULLABLE const koord_query *query,
                                                 KOORD_OPTIONAL koord_plan **out,
                                                 koord_refusal *refusal, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_PLAN_H_ */
