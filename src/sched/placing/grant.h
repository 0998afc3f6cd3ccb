// CPUs and amounts of NUMA nodes that a pod gets by its placement.
#pragma once

#include <memory>

#include "base/refusal.h"
#include "sched/placing/placement.h"
#include "sched/pod/holding.h"

namespace koord::sched {

// Computes the holding of a pod with this placement. Returns
// a refusal if the node lacks something. Changes nothing.
Refusal grant(const Node &node, const std::shared_ptr<const Shape> &shape, const Options &options,
              const Placement &placement, Holding &out);
// Checks if grant() would succeed. `from`, if not null, receives the NUMA nodes that supply a part
// of the request, as positions in Node::numa().
Refusal try_grant(const Node &node, const Shape &shape, const Options &options,
                  const Placement &placement, numa::Mask *from = nullptr);

}  // namespace koord::sched
