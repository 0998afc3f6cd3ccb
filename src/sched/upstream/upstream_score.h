// Scores as Koordinator's NodeNUMAResource gives them, for the profile `upstream`.
#pragma once

#include <span>

#include "sched/placing/placement.h"

namespace koord::sched {

// The score of a node that takes the pod: 0..100, without the score of devices.
int64_t upstream_score(const View &node, const Shape &shape, const Options &options,
                       const Placement &placement);

// What a hint for these NUMA nodes is worth. `cpu_free`: milli-CPU that each of the node's can give
// to the pod.
int64_t hint_score(const View &node, const Shape &shape, const Options &options, bool binds,
                   numa::Mask mask, std::span<const int64_t> cpu_free);

}  // namespace koord::sched
