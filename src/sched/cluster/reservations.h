// Reservations in a cluster: owners take from them and give back.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sched/cluster/query.h"
#include "sched/cluster/state.h"

namespace koord::sched {

// Turns a pod into a reservation, from which other pods can take, or changes the policy of one.
// Returns kElsewhere if the pod itself takes from a reservation.
Outcome set_reservation(ClusterState &state, std::string_view uid, ReservationPolicy policy);
// Reserves for a pod that takes from a reservation and is placed
// on its node, like reserve(). conditions.affinity must be 0.
Outcome reserve_from(ClusterState &state, const Query &query, std::string_view uid,
                     std::string_view reservation, const ReserveConditions &conditions,
                     Refusal &refusal, std::span<uint64_t> cpus);
// Records that a present pod took its holding from a reservation of its node.
Outcome adopt(ClusterState &state, std::string_view uid, std::string_view reservation);

// Computes again which parts the owners take, in the order in which they came. Shares of owners in
// `without` are kept. The owner `changed` holds `now`.
void take_anew(const ClusterState &state, const Node &node, Reservation &reservation,
               std::span<const std::string_view> without, std::string_view changed = {},
               const Holding *now = nullptr);
// Releases a pod that is a reservation or an owner. An owner's part returns to the reservation,
// where other owners have precedence. Owners keep their parts of a released reservation.
Outcome release_linked(ClusterState &state, std::string_view uid);
// Updates a reservation or an owner that the API server
// reports again. The parts of owners are computed again.
Outcome replace_linked(ClusterState &state, const object::PodObject &pod, Pod next);

}  // namespace koord::sched
