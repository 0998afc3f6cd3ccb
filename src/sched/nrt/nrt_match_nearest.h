// LeastNUMANodes: the fewest NUMA nodes that hold a request together, the nearest of such sets, and
// whether any other set of as many would be nearer.
//
// How near a set is: the sum of its members' distances to one another, themselves included.
// (Upstream divides by the squared size; among sets of one size that changes nothing.)
//
// Upstream looks at every set of a size, 10^18 of them for 32 of 64 NUMA nodes. Here a search by
// position skips what cannot be nearer than the best so far, or cannot hold the request; the answer
// is upstream's. It is limited in steps: a search of up to 16 NUMA nodes always ends before that,
// one of up to 32 on regular machines; beyond, the nearest set found counts, and not as the nearest
// there is.
#pragma once

#include <cstdint>

#include "sched/nrt/nrt_match_zones.h"

namespace koord::sched {

// How many sets may be looked at for one pod on one node, and in one search of it.
struct NrtBudget {
  static constexpr uint32_t kSearch = uint32_t{1} << 16;
  uint32_t steps = uint32_t{1} << 18;
};

struct NrtZoneSet {
  uint64_t zones = 0;       // by position; 0: no set holds the request
  int64_t distance = 0;     // the sum
  bool is_nearest = false;  // no set of as many zones of the node is nearer
  bool exact = true;        // false: the budget ended before all sets were looked at
};

// The set that holds `asks` with the fewest zones, then the smallest sum, then the first by
// position. Only zones that report every resource named count as members.
NrtZoneSet zones_required(const NrtZones &zones, NrtRequests requests, NrtBudget &budget);

// The sum of the distances in a set of zones.
int64_t distance_sum(const NrtZones &zones, uint64_t set) noexcept;

}  // namespace koord::sched
