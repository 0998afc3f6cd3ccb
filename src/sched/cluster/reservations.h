// Reservations in a cluster: who takes from them, and what comes back.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sched/cluster/query.h"
#include "sched/cluster/state.h"

namespace koord::sched {

// A pod becomes a reservation: others may take of what it holds. Known as one: it gets the policy.
// kElsewhere: it takes from a reservation itself.
Outcome set_reservation(ClusterState &state, std::string_view uid, ReservationPolicy policy);
// As reserve(), for a pod that takes from a reservation and is placed on its node.
// conditions.affinity is 0.
Outcome reserve_from(ClusterState &state, const Query &query, std::string_view uid,
                     std::string_view reservation, const ReserveConditions &conditions,
                     Refusal &refusal, std::span<uint64_t> cpus);
// A pod that is here has what it holds from a reservation of its node.
Outcome adopt(ClusterState &state, std::string_view uid, std::string_view reservation);

// Has the owners take from the reservation in the order in which they came, all but those in
// `without`, whose shares stay. The owner `changed` holds `now`.
void take_anew(const ClusterState &state, const Node &node, Reservation &reservation,
               std::span<const std::string_view> without, std::string_view changed = {},
               const Holding *now = nullptr);
// A pod goes that is a reservation or took from one. From an owner the reservation gets back what
// it took, for its other owners first; owners keep what they have of a reservation that goes.
Outcome release_linked(ClusterState &state, std::string_view uid);
// The API server shows one again: what each took is found anew.
Outcome replace_linked(ClusterState &state, const object::PodObject &pod, Pod next);

}  // namespace koord::sched
