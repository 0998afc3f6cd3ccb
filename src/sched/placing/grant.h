// CPUs and amounts of NUMA nodes that a pod gets by its placement.
#pragma once

#include <memory>

#include "base/refusal.h"
#include "sched/placing/placement.h"
#include "sched/pod/holding.h"

namespace koord::sched {

// What a pod placed like this gets. Refused where the node does not have it. Changes nothing.
Refusal grant(const Node &node, const std::shared_ptr<const Shape> &shape, const Options &options,
              const Placement &placement, Holding &out);
// Whether it gets it; `from`, where given, receives the NUMA nodes that give something of it,
// positions in Node::numa().
Refusal try_grant(const Node &node, const Shape &shape, const Options &options,
                  const Placement &placement, numa::Mask *from = nullptr);

}  // namespace koord::sched
