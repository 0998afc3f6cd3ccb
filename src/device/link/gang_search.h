// Disjoint sets of given sizes with the best links: over subsets, and by climbing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "device/link/link_gang.h"
#include "device/link/link_graph.h"
#include "device/link/subset_scores.h"

namespace koord::device {

// Every way to share out at most kExactDevices, each subset looked at once.
class GangTable {
 public:
  // Counts are positive, and as many devices are free as they add up to.
  GangTable(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
            DeviceMask beside);

  // Pod by pod, as best_gang has it; empty: there is no way.
  std::vector<DeviceMask> best_sets() const;

 private:
  void fill(size_t pod, int devices);
  int64_t links_beside(DeviceMask set) const;

  SubsetScores scores_;
  std::span<const GangRequest> requests_;
  std::array<int64_t, kExactDevices> beside_{};  // how well each device is linked to those beside
  std::vector<DeviceMask> allowed_;              // by pod, in bits of scores_
  // The most that the last pods reach with exactly these devices, below 0 where they cannot be
  // theirs; how many devices they are says which pods.
  std::vector<int32_t> best_;
};

// Sets for the larger pods first; empty: nothing was left for some pod.
std::vector<DeviceMask> largest_first(const LinkGraph &graph, DeviceMask free,
                                      std::span<const GangRequest> requests);

// Exchanges single devices as long as the links get better.
void climb(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
           DeviceMask beside, std::vector<DeviceMask> &sets);

}  // namespace koord::device
