// A reservation holds resources like a pod until its owners
// take them. It consists of the parts taken and the rest.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/refusal.h"
#include "sched/node/draft.h"
#include "sched/pod/holding.h"

namespace koord::sched {

// The numbers are those of koord_reservation_policy.
enum class ReservationPolicy : int32_t {
  kDefault = 0,
  kAligned = 1,    // owners get what it lacks from the node, as under Default
  kRestricted = 2  // owners get the reserved resources from the reservation only
};

struct Reservation {
  struct Share {
    Holding part;
    uint64_t since = 0;  // owners take their parts in this order
  };
  ReservationPolicy policy = ReservationPolicy::kDefault;
  Holding whole;
  std::map<std::string, Share, std::less<>> taken;  // by owner
  uint64_t owners_so_far = 0;
};

// Returns a pod's holding as that of a reservation, which does not count as a pod of the node.
Holding as_reservation(const Holding &holding);
// Returns the part that a pod on the node takes of `rest`, which the reservation has left.
Holding part_taken(const Node &node, const Holding &whole, const Holding &rest, const Holding &pod);
Holding subtract(const Holding &rest, const Holding &part);
// Returns the whole without the parts of all owners except `without` (sorted uids).
Holding rest_of(const Reservation &reservation, std::span<const std::string_view> without = {});

// Allocates for an owner. If the rest suffices, the owner gets all from it. Otherwise, except under
// Restricted, it gets the rest first, on the NUMA nodes of the rest if they suffice. The part of
// the rest that it does not take always fits beside it. `node` must not contain the rest.
Refusal allocate_from(const Node &node, const Reservation &reservation, const Holding &rest,
                      const ShapePtr &shape, const Options &options, bool skip_fit, Holding &out);

}  // namespace koord::sched
