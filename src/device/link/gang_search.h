// Disjoint sets of given sizes with the best links: exact over subsets, or by climbing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "device/link/link_gang.h"
#include "device/link/link_graph.h"
#include "device/link/subset_scores.h"

namespace koord::device {

// All distributions of at most kExactDevices devices, by dynamic programming over subsets.
class GangTable {
 public:
  // Counts must be positive, and at least as many devices free as their sum.
  GangTable(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
            DeviceMask fixed);

  // Returns the sets pod by pod, with the ties of
  // best_gang(), or an empty list if there is no solution.
  std::vector<DeviceMask> best_sets() const;

 private:
  void fill(size_t pod, int devices);
  int64_t links_to_fixed(DeviceMask set) const;

  SubsetScores scores_;
  std::span<const GangRequest> requests_;
  std::array<int64_t, kExactDevices> fixed_links_{};  // links of each device to those in `fixed`
  std::vector<DeviceMask> allowed_;                   // by pod, in bits of scores_
  // By subset: the best total of the last pods if they get exactly these devices, or a negative
  // value if they cannot. The size of the subset determines which pods these are.
  std::vector<int32_t> best_;
};

// Returns sets chosen for the larger pods first, or an
// empty list if too few devices are left for a pod.
std::vector<DeviceMask> largest_first(const LinkGraph &graph, DeviceMask free,
                                      std::span<const GangRequest> requests);

// Exchanges single devices while this improves the links.
void climb(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
           DeviceMask fixed, std::vector<DeviceMask> &sets);

}  // namespace koord::device
