// How NodeResourceTopologyMatch turns what a pod asks for and what NUMA zones have into 0..100.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sched/nrt/nrt_match_zones.h"

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
  std::vector<NrtWeight> weights;  // resources not named weigh 1; of two entries the later counts
};

inline constexpr int kMaxScore = 100;

// The smallest score of any zone, zones of score 0 aside: those kubelet would not choose. `weights`
// are by column of the pod. Not for kLeastNumaNodes.
int zones_score(const NrtZones &zones, NrtRequests requests, NrtStrategy strategy,
                const std::vector<int32_t> &weights);

// LeastNUMANodes' score of a pod on `count` >= 1 of the at most `max_nodes` NUMA nodes.
int numa_count_score(int count, int max_nodes, bool is_nearest) noexcept;

}  // namespace koord::sched
