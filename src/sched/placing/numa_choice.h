// Choice of the NUMA nodes that a pod is limited to.
#pragma once

#include <optional>
#include <vector>

#include "numa/hints.h"
#include "sched/placing/core_fit.h"
#include "sched/placing/numa_requests.h"

namespace koord::sched {

struct NumaChoice {
  numa::Mask mask = 0;        // 0 if no set of NUMA nodes holds the pod
  int width = 0;              // number of NUMA nodes in the set
  numa::Mask lone_nodes = 0;  // those that satisfy the request alone, devices aside
  bool gave_up = false;       // there are too many sets to search
  bool apart = false;         // no set is allowed, although all NUMA nodes together have enough
  bool unresolvable = false;  // Restricted: resources prefer different numbers of NUMA nodes
  bool mixes = false;         // pods of one and of several NUMA nodes would share a NUMA node
  int64_t best = 0;  // most CPU that one NUMA node can give (milli-CPU, or CPUs if the pod binds)
  int32_t best_node = -1;  // id of that NUMA node
};

// Returns the narrowest set of NUMA nodes that satisfies the request and contains
// `keep`. Ties go to the set without exclusive holders; if nothing is aligned, to the
// one on the fewest sockets; with Placement::by_links, to the one whose GPUs are linked
// best; to the one that the allocate strategy prefers; to the lowest. On nodes with
// more than 16 NUMA nodes a choice of several takes the lowest.
// Under Restricted and SingleNUMANode only sets that the policy admits are candidates.
NumaChoice choose_numa(const View &node, const Shape &shape, const Placement &placement);

// Returns the width of that set, 0 if there is none. It costs less if one NUMA node suffices.
int narrowest_width(const View &node, const Shape &shape, const Placement &placement);

// Returns the number of NUMA nodes that every resource of the pod prefers: the fewest that could
// hold its request on a node without pods. Returns 0 if no resource has a preference, and nullopt
// if they disagree or one does not suffice even without pods.
std::optional<int> preferred_width(const View &node, const Shape &shape,
                                   const Placement &placement);

// Chooses NUMA nodes for the CPUs of a pod that is not
// aligned: whole cores take precedence over few NUMA nodes.
NumaChoice choose_numa_for_cpus(const View &node, const Shape &shape, const Placement &placement);

// Chooses NUMA nodes for the devices of a pod that nothing else aligns: one that has room for the
// whole pod, else as few as have its devices.
NumaChoice choose_numa_for_devices(const View &node, const Shape &shape,
                                   const Placement &placement);

// Returns NumaChoice::lone_nodes.
numa::Mask lone_nodes(const View &node, const Shape &shape, const Placement &placement);

// A resource of a pod with the sets of NUMA nodes that can supply it.
struct ResourceHints {
  ResourceId resource;
  std::vector<numa::Hint> hints;  // by width, then lexicographically
};

// Returns the hints of each requested resource that the node's NUMA nodes report, independent of
// other resources. Sets of the fewest nodes that could hold the request on a node without pods are
// preferred. Throws kLimit if more than numa::kMaxAskedNodes nodes have one of the resources.
std::vector<ResourceHints> resource_hints(const View &node, const Shape &shape,
                                          const Placement &placement);

// Returns the same resources with empty hints.
std::vector<ResourceHints> no_hints(const View &node, const Shape &shape);

}  // namespace koord::sched
