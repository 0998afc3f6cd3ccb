/* Reservations of a cluster.
 * Experimental. Stable once the Go plugin for Koordinator's Reservation has been run with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A reservation holds CPUs and amounts of a node like a pod, for pods that come later: its owners. Which pods those are
 * the host decides. Owners get what the reservation has left, first where that suffices and then, but under
 * KOORD_RESERVATION_POLICY_RESTRICTED, with what the node has besides. What an owner took is the reservation's again
 * when it goes. Pods that share CPUs leave a reservation the CPUs that it owns. Plans neither evict nor move
 * reservations and their owners. docs/reservations.md. */
#ifndef KOORD_RESERVATION_H_
#define KOORD_RESERVATION_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/reservation.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Koordinator's allocatePolicy of a reservation. */
typedef int32_t koord_reservation_policy;
enum {
  KOORD_RESERVATION_POLICY_DEFAULT = 0,
  KOORD_RESERVATION_POLICY_ALIGNED = 1, /**< what it lacks comes from the node, as under DEFAULT */
  /** of the resources it reserves, owners get only its own */
  KOORD_RESERVATION_POLICY_RESTRICTED = 2,
};
/** A pod that was reserved or set is a reservation from now on, and does not count as a pod of its node
 *  any more; one that is a reservation already gets the policy. What is left of it is what
 *  koord_cluster_get_pod_status says. Errors: INVALID, NOT_FOUND (it holds nothing), CONFLICT (it takes from a
 *  reservation itself), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_reservation(koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_reservation_policy policy,
                                                     koord_error *err);
/** koord_cluster_reserve for an owner, on the node of the one reservation that `query` uses
 *  (koord_query_use_reservation). KOORD_REASON_RESERVATION_SHORT: under RESTRICTED too little is left. The query's
 *  affinity must be 0. Errors: as there, NOT_FOUND (there is no such reservation), CONFLICT (the pod is here already,
 *  without it). */
KOORD_API koord_status koord_cluster_reserve_from(koord_cluster *cluster, const koord_pod *pod,
                                                  KOORD_NULLABLE const koord_query *query,
                                                  KOORD_NULLABLE uint64_t *cpus, size_t words,
                                                  koord_refusal *refusal, koord_error *err);
/** After a restart: the pod, which has been set, has what it holds from this reservation, which has been
 *  set, too, with all that it reserved, and is on the same node. A second time it has no effect. Errors: INVALID,
 *  NOT_FOUND, CONFLICT (another node or another reservation), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_attach_owner(koord_cluster *cluster, const char *uid,
                                                  size_t length, const char *reservation,
                                                  size_t reservation_length, koord_error *err);
/** For one question: the pod that is asked about may take from this reservation, on its node; of several on one
 *  node the first counts, an unknown one has no effect. koord_cluster_evaluate, koord_cluster_judge and
 *  koord_cluster_reserve_from read it, other calls refuse it. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_use_reservation(koord_query *query, const char *reservation,
                                                   size_t length, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_RESERVATION_H_ */
