// LeastNUMANodes: finds the smallest set of NUMA nodes that together hold a request, the nearest of
// the sets of that size, and if any other set of that size is nearer.
// The distance of a set is the sum of the distances between its members, including each to itself.
// (Upstream divides by the squared size, which does not change the order of sets of equal size.)
// Upstream enumerates all sets of a size: 10^18 for 32 of 64 NUMA nodes. This search is depth first
// by position and prunes branches that cannot be nearer than the best set so far or cannot hold the
// request; the result is upstream's. Its steps are limited. Searches of up to 16 NUMA nodes always
// complete, and so do searches of up to 32 on regular machines. A search that reaches the limit
// returns the nearest set found so far and does not report it as the nearest.
#pragma once

#include <cstdint>

#include "nrt/zones.h"

namespace koord::sched {

// Limits on the sets examined: per pod and node (`steps`), and per search (`kSearch`).
struct NrtBudget {
  static constexpr uint32_t kSearch = uint32_t{1} << 16;
  uint32_t steps = uint32_t{1} << 18;
};

struct NrtZoneSet {
  uint64_t zones = 0;  // by position; 0 if no set holds the request
  int64_t distance = 0;
  bool is_nearest = false;  // no set of as many zones of the node is nearer
  bool exact = true;        // false if the budget ended before the search was complete
};

// Returns the set that holds `requests` with the fewest zones; ties go to the smaller distance,
// then to the first by position. Only zones that report all requested resources are candidates.
NrtZoneSet zones_required(const NrtZones &zones, NrtRequests requests, NrtBudget &budget);

// Returns the sum of the distances between all members of a set of zones.
int64_t distance_sum(const NrtZones &zones, uint64_t set) noexcept;

}  // namespace koord::sched
