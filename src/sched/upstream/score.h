// Scores of Koordinator's NodeNUMAResource, for the profile `upstream`.
#pragma once

#include <span>

#include "sched/placing/placement.h"

namespace koord::sched {

// Returns the score of a feasible node, 0..100, without the score of devices.
int64_t upstream_score(const View &node, const Shape &shape, const Options &options,
                       const Placement &placement);

// Returns the score of a hint for these NUMA nodes. `cpu_free`:
// milli-CPU that each NUMA node of the node can give to the pod.
int64_t hint_score(const View &node, const Shape &shape, const Options &options, bool binds,
                   numa::Mask mask, std::span<const int64_t> cpu_free);

}  // namespace koord::sched
