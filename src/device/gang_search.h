// Disjoint sets of given sizes with the largest sum of scores: over subsets, and by climbing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/link_graph.h"
#include "device/subset_scores.h"

namespace koord::device {

// Every way to share out at most kExactDevices, each subset looked at once.
class GangTable {
 public:
  // Counts are positive, and as many devices are free as they add up to.
  GangTable(const LinkGraph &graph, DeviceMask free, std::span<const int32_t> counts);

  // Pod by pod, as best_gang has it.
  std::vector<DeviceMask> best_sets() const;

 private:
  void fill(size_t pod, int devices);

  SubsetScores scores_;
  std::span<const int32_t> counts_;
  // The most that the last pods reach with exactly these devices; how many they are says which pods.
  std::vector<int32_t> best_;
};

// Sets for the larger pods first, then exchanged.
std::vector<DeviceMask> climbed_sets(const LinkGraph &graph, DeviceMask free,
                                     std::span<const int32_t> counts);

}  // namespace koord::device
