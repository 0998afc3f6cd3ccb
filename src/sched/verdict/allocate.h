// Reserve: the exact allocation of a pod on a node.
#pragma once

#include <memory>

#include "sched/verdict/judge.h"

namespace koord::sched {

// Judges the pod and, unless it is refused, computes its holding.
// Changes nothing. `placed`, if not null, receives the placement.
Refusal allocate(const View &node, const std::shared_ptr<const Shape> &shape,
                 const Options &options, const Conditions &conditions, Holding &out,
                 Placement *placed = nullptr);

}  // namespace koord::sched
