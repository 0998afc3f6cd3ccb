// Orders of arrival made from a workload: all its pods shuffled, then more pods of the workload
// until they request more than the cluster has. The method is that of the simulator of "Beware of
// Fragmentation", with a different random generator.
#pragma once

#include <cstdint>
#include <vector>

#include "trace.h"

namespace koordctl {

// splitmix64, which gives the same numbers on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  // Returns 0 to count - 1. The bias is below 2^-32 for the counts used here.
  uint32_t below(uint32_t count);
  // Returns 0 to count - 1 in random order.
  std::vector<uint32_t> permutation(uint32_t count);

 private:
  uint64_t state_;
};

// Returns pods sorted by name and shuffled, followed by pods drawn from the whole list with
// replacement until `ratio_percent` of the cluster's GPUs is requested. The sequence ends before
// the first draw whose share of one GPU would exceed that. Throws a Failure if no pod requests
// GPUs.
std::vector<uint32_t> inflate(const std::vector<TracePod> &pods, int64_t cluster_gpus,
                              uint32_t ratio_percent, uint64_t seed);

// Returns the rank of each node, starting at 0, which breaks ties of policies: a permutation of the
// nodes sorted by name.
std::vector<uint32_t> draw_ranks(const std::vector<TraceNode> &nodes, uint64_t seed);

}  // namespace koordctl
