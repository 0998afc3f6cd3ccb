// Chooses the NUMA nodes that share a request so that the CPUs left on all nodes are as even as
// possible. This is the core of kubelet's distributed assignment, on plain numbers. Kubelet tries
// every combination of nodes and, for a remainder that does not divide evenly, every subset of the
// combination. The total that is left is the same for all of them. The score is the standard
// deviation of what is left, rounded to 3 decimals, so it rises with the sum of squares, which is
// additive over the nodes. Dynamic programming over (nodes still to choose, groups still to hand
// out) therefore finds, in polynomial time, the choice that kubelet would meet first among those
// with the best score.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace koord::kubelet {

constexpr int kMaxBalancedNodes = 64;

struct Balance {
  uint64_t nodes = 0;      // bit i: the i-th node of the list takes part
  uint64_t remainder = 0;  // bit i: the node also takes turns at the remainder
  int cpus_per_node = 0;   // from each node that takes part
};

// free: free CPUs of each node, in kubelet's order; at most kMaxBalancedNodes nodes, and no more
// CPUs than a CpuSet holds. wanted: CPUs, a multiple of `group`, the unit in which they are
// handed out. Tries min_nodes nodes first, then more, up to max_nodes. Returns nullopt if no
// number of nodes works.
std::optional<Balance> balance(std::span<const int> free, int wanted, int group, int min_nodes,
                               int max_nodes);

}  // namespace koord::kubelet
