/* Gangs: several pods that are placed together or not at all.
 *
 * Experimental. Stable once Kubernetes' own gang scheduling (Workload, PodGroup) is stable and
 * needs no more than this.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_GANG_H_
#define KOORD_GANG_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/gang.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** koord_cluster_plan_gang and koord_cluster_get_capacity: no pod of the gang, or no displaced pod,
 *  is placed on this node; pods that are there stay. An unknown node has no effect. Other calls
 *  refuse such a query. Errors: INVALID, LIMIT (65536 nodes), NO_MEMORY. */
KOORD_API koord_status koord_query_exclude_node(koord_query *query, uint32_t node,
                                                koord_error *err);

/** Limits of the search for a gang's placement. */
typedef struct koord_gang_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t budget;      /**< the work allowed, see koord_cluster_plan_gang; 0: 5000 */
  uint32_t max_nodes;   /**< number of nodes that the pods may use; 0: any number */
  uint32_t reserved;    /**< 0 */
} koord_gang_options;

/** The result of placing a gang. */
typedef struct koord_gang_info {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  uint64_t used;         /**< used part of the budget */
  koord_refusal refusal; /**< reason if there is no plan; NONE if there is one */
  uint32_t placed;       /**< all pods, or the most that one attempt placed */
  uint32_t nodes;        /**< number of nodes that the plan puts pods on */
  uint32_t blocked;      /**< if refused: the first pod without room, an index into `pods` */
  uint32_t reserved;     /**< 0 */
} koord_gang_info;

/** Places several pods together or not at all (docs/embed/gang.md). Pods are placed shape by shape,
 *  the most demanding first: the shape for which fewer nodes have room, then the one with more
 *  GPUs, more CPU, more memory, then by uid. The first attempt places each pod on the node that is
 *  best after the earlier ones; if that fails, other combinations are tried. For pods of one shape,
 *  a refusal with KOORD_REASON_GANG_UNPLACED proves that no combination fits; for pods of several
 *  shapes, that none fits in this order. KOORD_REASON_SEARCH_LIMIT: the budget was used up before a
 *  placement was found.
 *  The budget bounds the time of a call. A trial of a pod on a node costs one unit, so do 16
 *  judgements of nodes with pods of the gang, and 256 nodes judged for a shape: 1000 pods of one
 *  shape cost about 1100 units on 10,000 nodes; hundreds of different pods need a larger budget.
 *  Several pods that request whole GPUs are placed close together, except under
 *  KOORD_PROFILE_UPSTREAM: on the fewest nodes, then with the largest sum of link scores within the
 *  pods, then between pods of one node; on each node the GPU sets of all pods are chosen together.
 *
 *  pods     `count` of them, 1..1024, with different uids.
 *  options  nullable.
 *  query    nullable; pods that it adds (nominated pods) count, nodes that it excludes do not.
 *  out      receives the plan, which the caller owns; NULL if the gang is refused.
 *  info     never NULL; needed and best of its refusal count pods.
 *
 *  Errors: INVALID (also a pod twice), CONFLICT (a pod is on a node already, or is bound to a node
 *  that does not exist), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_gang(const koord_cluster *cluster,
                                               const koord_pod *const *pods, size_t count,
                                               KOORD_NULLABLE const koord_gang_options *options,
                                               KOORD_NULLABLE const koord_query *query,
                                               KOORD_OPTIONAL koord_plan **out,
                                               koord_gang_info *info, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_GANG_H_ */
