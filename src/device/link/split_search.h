// Splits of all free devices into sets of one size and a
// group of the remaining devices, by their total score.
#pragma once

#include <cstdint>
#include <vector>

#include "device/link/link_pick.h"
#include "device/link/subset_scores.h"

namespace koord::device {

// Single use: construct, then call best_set() once. At most kExactDevices devices may be free.
class SplitSearch {
 public:
  // The request must not be one that refusal_of() refuses.
  SplitSearch(const LinkGraph &graph, const PickRequest &request);

  // Returns the full set with the required devices that is part of a best split: the one with the
  // largest score, then with the smallest minors. Its leftover needs no comparison, because it is
  // the rest of the split's score.
  DeviceMask best_set();
  // Returns the score of a best split.
  int64_t score() const noexcept { return score_; }

 private:
  // Returns the best score of a split of `devices`. If their number is no multiple of the size,
  // they include the group of remaining devices.
  int32_t best_split(DeviceMask devices);
  int32_t best_split_with_required();

  SubsetScores scores_;
  int size_;
  int spare_;  // size of the remaining group
  DeviceMask required_;
  int64_t score_ = 0;
  std::vector<int32_t> best_;  // results of best_split, -1 if not computed yet
};

}  // namespace koord::device
