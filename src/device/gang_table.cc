// Sets for the pods of a gang among few devices: the best for every subset of them.
#include <algorithm>

#include "device/gang_search.h"

namespace koord::device {

GangTable::GangTable(const LinkGraph &graph, DeviceMask free, std::span<const int32_t> counts)
    : scores_(graph, free), counts_(counts), best_(scores_.subsets(), 0) {
  int devices = 0;
  for (size_t pod = counts.size(); pod-- > 0;) {
    devices += counts[pod];
    fill(pod, devices);
  }
}

// For each set of so many devices, given that this is known of the pods after this one.
void GangTable::fill(size_t pod, int devices) {
  const int count = counts_[pod];
  // Among pods that all ask for the same, the lowest device may as well be this one's.
  const bool alike = std::all_of(counts_.begin() + static_cast<std::ptrdiff_t>(pod), counts_.end(),
                                 [&](int32_t other) { return other == count; });
  auto share_out = [&](DeviceMask set) {
    int32_t best = 0;
    auto give = [&](DeviceMask mine) {
      const int32_t sum = scores_[mine] + best_[set ^ mine];
      if (sum > best) best = sum;
    };
    const DeviceMask mine = alike ? set & (~set + 1) : 0;
    for_each_subset(set ^ mine, count - width(mine), mine, give);
    best_[set] = best;
  };
  for_each_subset(scores_.all(), devices, 0, share_out);
}

std::vector<DeviceMask> GangTable::best_sets() const {
  int devices = 0;
  for (const int32_t count : counts_) devices += count;
  DeviceMask left = 0;
  auto compare = [&](DeviceMask set) {
    if (left == 0 || best_[set] > best_[left]) left = set;
  };
  for_each_subset(scores_.all(), devices, 0, compare);
  std::vector<DeviceMask> sets;
  for (const int32_t count : counts_) {
    DeviceMask mine = 0;
    auto take = [&](DeviceMask set) {
      if (mine == 0 && scores_[set] + best_[left ^ set] == best_[left]) mine = set;
    };
    for_each_subset(left, count, 0, take);
    left ^= mine;
    sets.push_back(scores_.minors(mine));
  }
  return sets;
}

}  // namespace koord::device
