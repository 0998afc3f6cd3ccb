// Koordinator's NUMA topology manager as it runs today, for the profile `upstream`: hints from
// trial allocations on every set of NUMA nodes, merged as upstream merges them.
#pragma once

#include <vector>

#include "sched/placing/numa_choice.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// The hints of each resource that the node's NUMA nodes report. Throws kLimit above
// numa::kMaxAskedNodes nodes.
std::vector<ResourceHints> upstream_hints(const View &node, const Shape &shape,
                                          const Options &options, const Placement &placement);

// Fills in the NUMA nodes of a placement, or says why there are none.
Refusal choose_as_upstream(const View &node, const Shape &shape, const Options &options,
                           Placement &placement);

}  // namespace koord::sched
