// Splits of all free devices into sets of one size and a group of those left over, by their total
// score.
#pragma once

#include <cstdint>
#include <vector>

#include "device/link/link_pick.h"
#include "device/link/subset_scores.h"

namespace koord::device {

// One use: construct, then best_set() once. At most kExactDevices are free.
class SplitSearch {
 public:
  // The request is not refused.
  SplitSearch(const LinkGraph &graph, const PickRequest &request);

  // The full set with the required devices that is part of a best split: that with the largest
  // score, then with the smallest minors. What it leaves is in all of them worth the rest of the
  // split.
  DeviceMask best_set();
  // The score of a best split.
  int64_t score() const noexcept { return score_; }

 private:
  // The most that a split of `devices` reaches. If their number is no multiple of the size, the
  // group of those left over is among them.
  int32_t best_split(DeviceMask devices);
  int32_t best_split_with_required();

  SubsetScores scores_;
  int size_;
  int spare_;  // how many are left over
  DeviceMask required_;
  int64_t score_ = 0;
  std::vector<int32_t> best_;  // of best_split, -1 where not known yet
};

}  // namespace koord::device
