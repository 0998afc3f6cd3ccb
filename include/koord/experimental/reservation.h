/* Reservations of a cluster.
 * Experimental. Stable once the Go plugin for Koordinator's Reservation has been run with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A reservation holds CPUs and amounts of a node, like a pod, for later pods: its owners. The host
 * decides which pods are owners. An owner gets what the reservation has left, if that suffices. If
 * it does not, the rest comes from the node, except under KOORD_RESERVATION_POLICY_RESTRICTED. When
 * an owner is removed, what it took returns to the reservation. A pod that shares CPUs takes none
 * of the CPUs that a reservation owns. Plans neither evict nor move reservations and their owners.
 * See docs/embed/reservations.md. */
#ifndef KOORD_RESERVATION_H_
#define KOORD_RESERVATION_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/reservation.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Koordinator's allocatePolicy of a reservation. */
typedef int32_t koord_reservation_policy;
enum {
  KOORD_RESERVATION_POLICY_DEFAULT = 0,
  KOORD_RESERVATION_POLICY_ALIGNED = 1, /**< the rest comes from the node, as under DEFAULT */
  /** owners get a reserved resource from the reservation only */
  KOORD_RESERVATION_POLICY_RESTRICTED = 2,
};
/** Turns a pod that was reserved or set into a reservation, which no longer counts as a pod of its
 *  node. An existing reservation gets the policy. koord_cluster_get_pod_status returns what is left
 *  of a reservation. Errors: INVALID, NOT_FOUND (it has no allocation), CONFLICT (it takes from a
 *  reservation itself), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_reservation(koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_reservation_policy policy,
                                                     koord_error *err);
/** Same as koord_cluster_reserve for an owner, on the node of the one reservation that `query`
 *  names (koord_query_use_reservation). KOORD_REASON_RESERVATION_SHORT: under RESTRICTED too little
 *  is left. The query's affinity must be 0. Errors: as koord_cluster_reserve, NOT_FOUND (no such
 *  reservation), CONFLICT (the pod is on the node already, without the reservation). */
KOORD_API koord_status koord_cluster_reserve_from(koord_cluster *cluster, const koord_pod *pod,
                                                  KOORD_NULLABLE const koord_query *query,
                                                  KOORD_NULLABLE uint64_t *cpus, size_t words,
                                                  koord_refusal *refusal, koord_error *err);
/** After a restart: records that a pod took its allocation from a reservation on the same node.
 *  Both must have been set before, the reservation with everything that it reserved. Repeating the
 *  call has no effect. Errors: INVALID, NOT_FOUND, CONFLICT (another node or another reservation),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_attach_owner(koord_cluster *cluster, const char *uid,
                                                  size_t length, const char *reservation,
                                                  size_t reservation_length, koord_error *err);
/** Lets the pod of the call take from this reservation, on the reservation's node. If there are
 *  several on one node, the first is used; an unknown reservation has no effect.
 *  koord_cluster_evaluate, koord_cluster_judge and koord_cluster_reserve_from read it; other calls
 *  refuse the query. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_use_reservation(koord_query *query, const char *reservation,
                                                   size_t length, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_RESERVATION_H_ */
