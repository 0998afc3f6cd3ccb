#include "device/link/split_search.h"

#include <algorithm>

namespace koord::device {

SplitSearch::SplitSearch(const LinkGraph &graph, const PickRequest &request)
    : scores_(graph, request.free),
      size_(request.count),
      spare_(width(request.free) % request.count),
      required_(scores_.bits(request.required)),
      best_(scores_.subsets(), -1) {}

int32_t SplitSearch::best_split(DeviceMask devices) {
  if (devices == 0) return 0;
  if (best_[devices] >= 0) return best_[devices];
  // Groups are unordered, so the group of the lowest device is taken first.
  const DeviceMask first = devices & (~devices + 1);
  int32_t best = 0;
  auto try_group = [&](DeviceMask group) {
    best = std::max(best, scores_[group] + best_split(devices ^ group));
  };
  if (width(devices) >= size_) for_each_subset(devices ^ first, size_ - 1, first, try_group);
  if (width(devices) % size_ != 0) for_each_subset(devices ^ first, spare_ - 1, first, try_group);
  best_[devices] = best;
  return best;
}

int32_t SplitSearch::best_split_with_required() {
  const DeviceMask all = scores_.all();
  if (required_ == 0) return best_split(all);
  int32_t best = 0;
  auto try_set = [&](DeviceMask set) {
    best = std::max(best, scores_[set] + best_split(all ^ set));
  };
  for_each_subset(all ^ required_, size_ - width(required_), required_, try_set);
  return best;
}

DeviceMask SplitSearch::best_set() {
  const DeviceMask all = scores_.all();
  const int32_t best = best_split_with_required();
  score_ = best;
  DeviceMask found = 0;
  auto try_set = [&](DeviceMask set) {
    if (found != 0 && scores_[set] <= scores_[found]) return;
    if (scores_[set] + best_split(all ^ set) == best) found = set;
  };
  for_each_subset(all ^ required_, size_ - width(required_), required_, try_set);
  return scores_.minors(found);
}

}  // namespace koord::device
