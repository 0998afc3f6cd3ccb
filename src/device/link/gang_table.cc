// Sets for the pods of a gang among few devices: the best for every subset of them.
#include <algorithm>

#include "device/link/gang_search.h"

namespace koord::device {

namespace {

constexpr int32_t kNoWay = -1;

}  // namespace

GangTable::GangTable(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
                     DeviceMask beside)
    : scores_(graph, free), requests_(requests), best_(scores_.subsets(), 0) {
  for (const GangRequest &request : requests)
    allowed_.push_back(scores_.bits(free & request.allowed));
  size_t bit = 0;
  for_each_device(free, [&](int d) { beside_[bit++] = cross_score(graph, device_bit(d), beside); });
  int devices = 0;
  for (size_t pod = requests.size(); pod-- > 0;) {
    devices += requests[pod].count;
    fill(pod, devices);
  }
}

// Computes best_ for each set of `devices` devices, given the results for the pods after this one.
void GangTable::fill(size_t pod, int devices) {
  const int count = requests_[pod].count;
  const DeviceMask allowed = allowed_[pod];
  // If all remaining pods have equal requests, the lowest
  // device can be assigned to this one without loss.
  bool alike = true;
  for (size_t other = pod + 1; other < requests_.size(); ++other)
    alike = alike && requests_[other].count == count && allowed_[other] == allowed;
  auto share_out = [&](DeviceMask set) {
    int32_t best = kNoWay;
    auto give = [&](DeviceMask mine) {
      const int32_t rest = best_[set ^ mine];
      if (rest >= 0) best = std::max(best, scores_[mine] + rest);
    };
    const DeviceMask mine = alike ? set & (~set + 1) : 0;
    if (contains(allowed, mine))
      for_each_subset((set & allowed) ^ mine, count - width(mine), mine, give);
    best_[set] = best;
  };
  for_each_subset(scores_.all(), devices, 0, share_out);
}

int64_t GangTable::links_beside(DeviceMask set) const {
  int64_t sum = 0;
  for_each_device(set, [&](int bit) { sum += beside_[static_cast<size_t>(bit)]; });
  return sum;
}

// The links among all pods' devices do not depend on the
// distribution: links that are not within pods are between them.
std::vector<DeviceMask> GangTable::best_sets() const {
  int devices = 0;
  for (const GangRequest &request : requests_) devices += request.count;
  DeviceMask left = 0;
  int32_t best = kNoWay;
  int64_t best_of_all = 0;
  auto compare = [&](DeviceMask set) {
    if (best_[set] < best || best_[set] == kNoWay) return;
    const int64_t of_all = scores_[set] + links_beside(set);
    if (best_[set] == best && of_all <= best_of_all) return;
    best = best_[set];
    best_of_all = of_all;
    left = set;
  };
  for_each_subset(scores_.all(), devices, 0, compare);
  if (best == kNoWay) return {};
  std::vector<DeviceMask> sets;
  for (size_t pod = 0; pod < requests_.size(); ++pod) {
    DeviceMask mine = 0;
    auto take = [&](DeviceMask set) {
      const int32_t rest = best_[left ^ set];
      if (mine == 0 && rest >= 0 && scores_[set] + rest == best_[left]) mine = set;
    };
    for_each_subset(left & allowed_[pod], requests_[pod].count, 0, take);
    left ^= mine;
    sets.push_back(scores_.minors(mine));
  }
  return sets;
}

}  // namespace koord::device
