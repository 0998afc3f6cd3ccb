// Which NUMA nodes of a node a pod keeps to.
#pragma once

#include "numa/hints.h"
#include "sched/judge.h"

namespace koord::sched {

struct NumaChoice {
  numa::Mask mask = 0;     // 0: no set of NUMA nodes holds the pod
  bool narrowest = true;   // as few nodes as the machine would need were it empty
  bool mixes = false;      // pods of one and of several NUMA nodes would meet
  int64_t best = 0;        // the most CPU (milli, or CPUs where it binds) that one node could give
  int32_t best_node = -1;  // its id
};

// The narrowest set of NUMA nodes that has all the pod asks for; of those the one without exclusive
// holders, the one the allocate strategy likes best, the lowest.
NumaChoice choose_numa(const Node &node, const Shape &shape, const Placement &placement);

// Whether NUMA node `i` alone has all the pod asks for.
bool fits_alone(const Node &node, const Shape &shape, const Placement &placement, size_t i);

}  // namespace koord::sched
