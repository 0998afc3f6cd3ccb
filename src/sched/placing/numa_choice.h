// Which NUMA nodes of a node a pod keeps to.
#pragma once

#include <optional>
#include <vector>

#include "numa/hints.h"
#include "sched/placing/core_fit.h"
#include "sched/placing/numa_requests.h"

namespace koord::sched {

struct NumaChoice {
  numa::Mask mask = 0;     // 0: no set of NUMA nodes holds the pod
  int width = 0;           // how many nodes that are
  bool gave_up = false;    // too many sets to find one among
  bool apart = false;      // no set is allowed, though all NUMA nodes together have enough
  bool never = false;      // Restricted: resources prefer different numbers of NUMA nodes
  bool mixes = false;      // pods of one and of several NUMA nodes would meet
  int64_t best = 0;        // the most CPU (milli, or CPUs where it binds) that one node could give
  int32_t best_node = -1;  // its id
};

// The narrowest set of NUMA nodes that has all the pod asks for and those that it must keep; of
// those the one without exclusive holders, without alignment the one on fewest sockets, the one the
// allocate strategy likes best, the lowest. Where it takes several of more than 16 nodes: the
// lowest.
// Under Restricted and SingleNUMANode only sets that the policy admits.
NumaChoice choose_numa(const View &node, const Shape &shape, const Placement &placement);

// The number of NUMA nodes that every resource of the pod prefers: as few as could hold its request
// were nobody there. Returns 0 if no resource has a preference, none if they disagree or one cannot
// be had at all.
std::optional<int> preferred_width(const View &node, const Shape &shape,
                                   const Placement &placement);

// Chooses for the pod's CPUs alone, as a pod gets them that is aligned with nothing: whole cores
// come before few NUMA nodes.
NumaChoice choose_numa_for_cpus(const View &node, const Shape &shape, const Placement &placement);

// The fit of a pod on single NUMA nodes, devices aside.
class LoneFit {
 public:
  LoneFit(const View &node, const Shape &shape, const Placement &placement)
      : requests_(node, shape, placement), cores_(node, shape, placement) {}

  // Node `i` alone has all that the pod requests.
  bool fits(size_t i) const { return requests_.fits(i) && cores_.fits(numa::Mask{1} << i); }

 private:
  NumaRequests requests_;
  CoreFit cores_;
};

// One resource of a pod, and the sets of NUMA nodes that can give it.
struct ResourceHints {
  ResourceId resource;
  std::vector<numa::Hint> hints;  // by width, then lexicographically
};

// The hints of each resource that the node's NUMA nodes report, whatever the others say. Preferred
// are sets of as few nodes as could hold the request were nobody there. Throws kLimit if more than
// numa::kMaxAskedNodes nodes have one of the resources.
std::vector<ResourceHints> resource_hints(const View &node, const Shape &shape,
                                          const Placement &placement);

// The same resources where nothing can be had.
std::vector<ResourceHints> no_hints(const View &node, const Shape &shape);

}  // namespace koord::sched
