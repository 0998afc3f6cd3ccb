// Which NUMA nodes of a node a pod keeps to.
#pragma once

#include <vector>

#include "numa/hints.h"
#include "sched/placing/placement.h"

namespace koord::sched {

struct NumaChoice {
  numa::Mask mask = 0;     // 0: no set of NUMA nodes holds the pod
  int width = 0;           // how many nodes that are
  bool narrowest = true;   // as few nodes as the machine would need were it empty
  bool gave_up = false;    // above 16 NUMA nodes: too many sets to find one among
  bool mixes = false;      // pods of one and of several NUMA nodes would meet
  int64_t best = 0;        // the most CPU (milli, or CPUs where it binds) that one node could give
  int32_t best_node = -1;  // its id
};

// The narrowest set of NUMA nodes that has all the pod asks for and those that it must keep; of
// those the one without exclusive holders, without alignment the one on fewest sockets, the one the
// allocate strategy likes best, the lowest. Where it takes several of more than 16 nodes: the
// lowest.
NumaChoice choose_numa(const View &node, const Shape &shape, const Placement &placement);

// The same for its CPUs alone, as a pod gets them that is aligned with nothing: whole cores come
// before few NUMA nodes.
NumaChoice choose_numa_for_cpus(const View &node, const Shape &shape, const Placement &placement);

// Whether NUMA node `i` alone has all the pod asks for.
bool fits_alone(const View &node, const Shape &shape, const Placement &placement, size_t i);

// One resource of a pod, and the sets of NUMA nodes that can give it.
struct ResourceHints {
  ResourceId resource;
  std::vector<numa::Hint> hints;  // by width, then lexicographically
};

// The hints of each resource that the node's NUMA nodes report, whatever the others say. Throws
// kLimit above numa::kMaxAskedNodes nodes.
std::vector<ResourceHints> resource_hints(const View &node, const Shape &shape,
                                          const Placement &placement);

// The same resources where nothing can be had.
std::vector<ResourceHints> no_hints(const View &node, const Shape &shape);

}  // namespace koord::sched
