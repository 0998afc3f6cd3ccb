// Scores of NodeResourceTopologyMatch, 0..100, from a pod's requests and the amounts of NUMA zones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nrt/zones.h"

namespace koord::sched {

enum class NrtStrategy : int32_t {
  kMostAllocated = 0,
  kLeastAllocated = 1,
  kBalancedAllocation = 2,
  kLeastNumaNodes = 3
};

struct NrtWeight {
  std::string resource;
  int32_t weight = 1;  // below 1 counts as 1
};

struct NrtScoring {
  NrtStrategy strategy = NrtStrategy::kLeastAllocated;  // upstream's default
  // Resources not listed weigh 1; the last of duplicate entries counts.
  std::vector<NrtWeight> weights;
};

inline constexpr int kMaxScore = 100;

// Returns the smallest score of any zone. Zones that score 0 are ignored, because kubelet would not
// choose them. `weights` are by column of the pod. Not for kLeastNumaNodes.
int zones_score(const NrtZones &zones, NrtRequests requests, NrtStrategy strategy,
                const std::vector<int32_t> &weights);

// Returns the LeastNUMANodes score of a pod that uses `count` >= 1 NUMA nodes, at most `max_nodes`.
int numa_count_score(int count, int max_nodes, bool is_nearest) noexcept;

}  // namespace koord::sched
