// Sets for the pods of a gang among few devices: the best for every subset of them.
#include <algorithm>

#include "device/link/gang_search.h"

namespace koord::device {

namespace {

constexpr int32_t kInfeasible = -1;

}  // namespace

GangTable::GangTable(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
                     DeviceMask fixed)
    : scores_(graph, free), requests_(requests), best_(scores_.subsets(), 0) {
  for (const GangRequest &request : requests)
    allowed_.push_back(scores_.bits(free & request.allowed));
  size_t bit = 0;
  for_each_device(free,
                  [&](int d) { fixed_links_[bit++] = cross_score(graph, device_bit(d), fixed); });
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
    int32_t best = kInfeasible;
    auto try_set = [&](DeviceMask own) {
      const int32_t rest = best_[set ^ own];
      if (rest >= 0) best = std::max(best, scores_[own] + rest);
    };
    const DeviceMask own = alike ? set & (~set + 1) : 0;
    if (contains(allowed, own))
      for_each_subset((set & allowed) ^ own, count - width(own), own, try_set);
    best_[set] = best;
  };
  for_each_subset(scores_.all(), devices, 0, share_out);
}

int64_t GangTable::links_to_fixed(DeviceMask set) const {
  int64_t sum = 0;
  for_each_device(set, [&](int bit) { sum += fixed_links_[static_cast<size_t>(bit)]; });
  return sum;
}

// The links among all pods' devices do not depend on the
// distribution: links that are not within pods are between them.
std::vector<DeviceMask> GangTable::best_sets() const {
  int devices = 0;
  for (const GangRequest &request : requests_) devices += request.count;
  DeviceMask left = 0;
  int32_t best = kInfeasible;
  int64_t best_of_all = 0;
  auto compare = [&](DeviceMask set) {
    if (best_[set] < best || best_[set] == kInfeasible) return;
    const int64_t of_all = scores_[set] + links_to_fixed(set);
    if (best_[set] == best && of_all <= best_of_all) return;
    best = best_[set];
    best_of_all = of_all;
    left = set;
  };
  for_each_subset(scores_.all(), devices, 0, compare);
  if (best == kInfeasible) return {};
  std::vector<DeviceMask> sets;
  for (size_t pod = 0; pod < requests_.size(); ++pod) {
    DeviceMask own = 0;
    auto take = [&](DeviceMask set) {
      const int32_t rest = best_[left ^ set];
      if (own == 0 && rest >= 0 && scores_[set] + rest == best_[left]) own = set;
    };
    for_each_subset(left & allowed_[pod], requests_[pod].count, 0, take);
    left ^= own;
    sets.push_back(scores_.minors(own));
  }
  return sets;
}

}  // namespace koord::device
