// Reserve: what exactly a pod gets on a node.
#pragma once

#include <memory>

#include "sched/judge.h"

namespace koord::sched {

// What a pod placed like this gets. Refused where the node does not have it. Changes nothing.
Refusal grant(const Node &node, const std::shared_ptr<const Shape> &shape, const Options &options,
              const Placement &placement, Holding &out);
// Whether it gets it; `from`, where given, receives the NUMA nodes that give something of it, positions in Node::numa().
Refusal try_grant(const Node &node, const Shape &shape, const Options &options,
                  const Placement &placement, numa::Mask *from = nullptr);

// Judges and, where nothing is refused, grants. `placed`, where given, receives how.
Refusal allocate(const View &node, const std::shared_ptr<const Shape> &shape,
                 const Options &options, const Conditions &conditions, Holding &out,
                 Placement *placed = nullptr);

}  // namespace koord::sched
