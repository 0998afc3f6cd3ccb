// Computes all sets of NUMA nodes that are the intersection of one hint from every list.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "numa/hints.h"

namespace koord::numa {

// Up to this many nodes a table over all sets is affordable, and any number of hints is accepted.
inline constexpr size_t kMaxTableNodes = 16;
// Limits above that: the number of sets kept and of intersections computed.
inline constexpr size_t kMaxMeetings = size_t{1} << 18;
inline constexpr uint64_t kMaxIntersections = uint64_t{1} << 24;

// Folds lists one by one. A fold intersects every set so far with every hint. If that is more work
// than a transform over all 2^n sets, it counts the pairs that meet in each set by the transform: a
// pair meets in a superset of S exactly if both are supersets of S. So superset sums are
// multiplied, and undoing the sums leaves the pairs that meet in S itself.
class Intersections {
 public:
  explicit Intersections(size_t node_count);

  // Returns false if a limit is exceeded. Nothing may be called after that.
  bool fold(const HintList &list);

  // Calls visit(Mask) for each non-empty set, ascending.
  template <typename Visit>
  void for_each(Visit &&visit) const {
    if (small()) {
      for (Mask set = 1; set <= all_; ++set)
        if (table_[set] != 0) visit(set);
    } else {
      for (const Mask set : sets_) visit(set);
    }
  }

  uint64_t steps() const { return steps_; }

 private:
  static constexpr size_t kSmallNodes = 8;  // up to this number no heap is used
  static constexpr size_t kSmallSets = size_t{1} << kSmallNodes;

  bool small() const { return nodes_ <= kSmallNodes; }
  void transform(std::span<uint32_t> sets, std::span<uint32_t> hints);
  void fold_by_table(std::span<const Mask> hints);
  bool fold_by_pairs(std::span<const Mask> hints);

  size_t nodes_;
  Mask all_;
  std::array<uint32_t, kSmallSets> table_{};  // if small(): non-zero for each set that is met
  std::vector<Mask> sets_;                    // otherwise: the sets that are met, ascending
  uint64_t steps_ = 0;
};

}  // namespace koord::numa
