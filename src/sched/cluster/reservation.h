// A reservation holds like a pod until its owners come: what they take of it, and what is left.
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

// Numbers are those of koord_reservation_policy.
enum class ReservationPolicy : int32_t {
  kDefault = 0,
  kAligned = 1,    // what it lacks comes from the node, as under Default
  kRestricted = 2  // of what it reserves, owners get nothing from the node
};

struct Reservation {
  struct Share {
    Holding part;
    uint64_t since = 0;  // owners take in the order in which they came
  };
  ReservationPolicy policy = ReservationPolicy::kDefault;
  Holding whole;
  std::map<std::string, Share, std::less<>> taken;  // by owner
  uint64_t owners_so_far = 0;
};

// A pod's holding as that of a reservation, which does not count as a pod of the node.
Holding as_reservation(const Holding &holding);
// The part of `rest`, what is left of a reservation, that a pod on the node takes.
Holding part_taken(const Node &node, const Holding &whole, const Holding &rest, const Holding &pod);
Holding less(const Holding &rest, const Holding &part);
// The whole without what all owners took, but those in `without` (sorted uids).
Holding rest_of(const Reservation &reservation, std::span<const std::string_view> without = {});

// What an owner gets: from the rest alone where that suffices, else, but under Restricted, from the
// rest first, and on its NUMA nodes if they suffice; always so that what it does not take fits
// beside it. `node` is without the rest.
Refusal allocate_from(const Node &node, const Reservation &reservation, const Holding &rest,
                      const ShapePtr &shape, const Options &options, bool skip_fit, Holding &out);

}  // namespace koord::sched
