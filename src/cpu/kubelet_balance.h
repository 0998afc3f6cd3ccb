// Which NUMA nodes share a request so that what is left on all nodes is as even as possible: the
// heart of kubelet's distributed assignment, on plain numbers.
//
// Kubelet tries every combination of nodes and, for what does not divide evenly, every subset of
// the combination. The total that is left is the same for all of them, so the score - the standard
// deviation of what is left, rounded to 3 decimals - rises with the sum of squares, which adds up
// node by node. Tables over (nodes still to choose, groups still to hand out) then find the choice
// kubelet would meet first among those with the best score, in polynomial time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace koord::kubelet {

constexpr int kMaxBalancedNodes = 64;

struct Balance {
  uint64_t nodes = 0;      // bit i: the i-th node of the list takes part
  uint64_t remainder = 0;  // bit i: it also takes its turn when the remainder is handed out
  int cpus_per_node = 0;   // from each node that takes part
};

// free: free CPUs of each node, in the order in which kubelet lists them; at most
// kMaxBalancedNodes, and no more CPUs than a CpuSet holds. wanted: CPUs, a multiple of `group`, the
// size in which they are handed out. Tries min_nodes nodes first, then more up to max_nodes.
// nullopt: no number of nodes works.
std::optional<Balance> balance(std::span<const int> free, int wanted, int group, int min_nodes,
                               int max_nodes);

// The score of a list of `nodes` numbers with this sum, from the sum of their squares, in
// thousandths.
class Deviation {
 public:
  Deviation(int64_t nodes, int64_t sum);
  int64_t thousandths(int64_t squares) const;
  // The largest sum of squares that still has the score.
  int64_t largest_squares(int64_t thousandths) const;

 private:
  int64_t nodes_;
  int64_t sum_;
  int64_t mean_;  // in thousandths, rounded: kubelet rounds it before it takes differences
};

}  // namespace koord::kubelet
