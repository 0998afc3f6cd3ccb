// Koordinator's NUMA topology manager in its present version, for the profile `upstream`: hints
// come from trial allocations on every set of NUMA nodes and are merged by upstream's rules.
#pragma once

#include <vector>

#include "sched/placing/numa_choice.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// Returns the hints of each requested resource that the node's NUMA
// nodes report. Throws kLimit above numa::kMaxAskedNodes NUMA nodes.
std::vector<ResourceHints> upstream_hints(const View &node, const Shape &shape,
                                          const Options &options, const Placement &placement);

// Sets the NUMA nodes of a placement, or returns the reason why there are none.
Refusal choose_as_upstream(const View &node, const Shape &shape, const Options &options,
                           Placement &placement);

}  // namespace koord::sched
