// Orders of arrival made from a workload: all its pods shuffled, then more of the same until more
// is asked for than the cluster has. The recipe of the simulator of "Beware of Fragmentation", with
// a generator of our own.
#pragma once

#include <cstdint>
#include <vector>

#include "replay/trace.h"

namespace koordctl {

// splitmix64: the same numbers on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  // 0 to count - 1, each as often within 2^-32 as counts here go.
  uint32_t below(uint32_t count);
  // 0 to count - 1 in drawn order.
  std::vector<uint32_t> permutation(uint32_t count);

 private:
  uint64_t state_;
};

// Pods in the order of their names, shuffled; then, while more than `ratio_percent` of the
// cluster's GPUs is not yet asked for, pods drawn from the whole list with replacement. It ends
// with the first draw whose share of one GPU would pass that. Throws a Failure where no pod asks
// for GPUs.
std::vector<uint32_t> inflate(const std::vector<TracePod> &pods, int64_t cluster_gpus,
                              uint32_t ratio_percent, uint64_t seed);

// Rank of each node, 0 first, where policies find several equally good: a permutation of the nodes
// by name.
std::vector<uint32_t> draw_ranks(const std::vector<TraceNode> &nodes, uint64_t seed);

}  // namespace koordctl
