// Splits a number of CPUs over several NUMA nodes.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cpu/koordinator.h"

namespace koord::cpu {

// A NUMA node that shares a request with others.
struct NodeShare {
  int64_t left;  // free milli-CPU, the sort key
  int room;      // CPUs that it can still give
  int given;     // CPUs that it gives
};
using NodeShares = std::array<NodeShare, Topology::kMaxNodes>;

// Distributes `cpus` CPUs over the nodes, in units of `unit` CPUs and in the order of the strategy.
// Ties go to the lower index.
//   MostAllocated     the node with the least left gives all it has, then the next.
//   LeastAllocated    the node with the most left gives all it has, then the next.
//   DistributeEvenly  the `given` of all nodes, earlier CPUs included, become as even as possible;
//                     of a remainder, the nodes with the most left give one unit each.
// Returns the number of CPUs that are left over.
int split(std::span<NodeShare> nodes, NumaStrategy strategy, int unit, int cpus);

// Splits as upstream does. Starting with the node that has the least left, each node gives an even
// share of the CPUs still wanted. The amount is rounded up to a CPU before the division and down to
// a unit after it. Returns false if the split does not come out even: with fractional amounts the
// last node may give too much, which upstream refuses, too.
bool split_as_upstream(std::span<NodeShare> nodes, int unit, int cpus);

}  // namespace koord::cpu
