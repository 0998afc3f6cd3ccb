// How many CPUs each of several NUMA nodes gives.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "cpu/koordinator.h"

namespace koord::cpu {

// A NUMA node that others share a request with.
struct Sharer {
  int64_t left;  // free milli-CPU, by which the nodes are sorted
  int room;      // CPUs that it can still give
  int given;     // CPUs that it gives
};
using Sharers = std::array<Sharer, Topology::kMaxNodes>;

// Adds `cpus` to what the nodes give, in units of `unit` CPUs and in the order of the strategy; of
// nodes with the same left the lower first.
//   MostAllocated     the node with the least left gives all it has, then the next.
//   LeastAllocated    the node with the most left, then the next.
//   DistributeEvenly  what all of them give, earlier CPUs included, comes out as even as can be;
//                     of what does not divide those with the most left give one unit more.
// Returns what is left over.
int split(std::span<Sharer> nodes, NumaStrategy strategy, int unit, int cpus);

// The same as upstream does it: of those with the least left first each is asked for an even share
// of what is still wanted, which is rounded up to a CPU before and down to a unit after. Whether it
// comes out even: where amounts are fractions the last node may give too much, which upstream
// refuses, too.
bool split_as_upstream(std::span<Sharer> nodes, int unit, int cpus);

}  // namespace koord::cpu
