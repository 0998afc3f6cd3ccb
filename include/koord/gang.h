/* Gangs: several pods at once or none of them.
 *
 * Experimental. Stable once Kubernetes' own gang scheduling (Workload, PodGroup) is stable and needs no more than this.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_GANG_H_
#define KOORD_GANG_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/gang.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How much is tried to place a gang. */
typedef struct koord_gang_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t budget;      /**< how often a pod may be tried on a node; 0: 5000 */
  uint32_t max_nodes;   /**< the pods may use so many nodes; 0: any number */
  uint32_t reserved;    /**< 0 */
} koord_gang_options;

/** How placing a gang went. */
typedef struct koord_gang_info {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  uint64_t used;         /**< of the budget */
  koord_refusal refusal; /**< why there is no plan; reason NONE where there is one */
  uint32_t placed;       /**< all pods, or the most that one attempt placed */
  uint32_t nodes;        /**< that the plan puts pods on */
  uint32_t blocked;      /**< where refused: the first pod without room, an index into `pods` */
  uint32_t reserved;     /**< 0 */
} koord_gang_info;

/** Places several pods at once or none of them (docs/gang.md). Pods are placed shape by shape in the order of their
 *  demand: those for which fewer nodes have room first, then those with more GPUs, more CPU, more memory, then
 *  by uid. First each goes to the best node as things are by then; where that fails, other combinations are tried. For
 *  pods of one shape a refusal with KOORD_REASON_GANG_UNPLACED is a proof that no combination does; for pods of
 *  several, that none does in this order. KOORD_REASON_SEARCH_LIMIT: the budget was used up before one was found. Several
 *  pods that ask for whole GPUs are brought together then, but under KOORD_PROFILE_UPSTREAM: on the fewest nodes,
 *  there with the largest sum of link scores inside the pods, then between pods of one node; their sets are chosen
 *  at once on each node.
 *
 *  pods        `count` of them, 1..1024, with uids that differ.
 *  options     nullable.
 *  query       nullable; nominated pods are thought there.
 *  out         receives the plan, which the caller owns; NULL where the gang is refused.
 *  info        never NULL; needed and best of its refusal count pods.
 *
 *  Errors: INVALID (also a pod twice), CONFLICT (a pod is on a node already, or is bound to one that is not there),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_gang(const koord_cluster *cluster,
                                               const koord_pod *const *pods, size_t count,
                                               KOORD_NULLABLE const koord_gang_options *options,
                                               KOORD_NULLABLE const koord_query *query,
                                               koord_plan **out, koord_gang_info *info,
                                               koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_GANG_H_ */
