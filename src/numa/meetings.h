// The sets of NUMA nodes in which one hint of every list can meet: all that their intersections
// give.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "numa/hints.h"

namespace koord::numa {

// Up to this many nodes a table over all sets is worth its memory, and no number of hints is too
// many.
inline constexpr size_t kMaxTableNodes = 16;
// Bounds beyond that: sets kept, and intersections made.
inline constexpr size_t kMaxMeetings = size_t{1} << 18;
inline constexpr uint64_t kMaxIntersections = uint64_t{1} << 24;

// Folds lists one by one. A fold intersects every set so far with every hint, or, where this would
// be more work, counts the pairs that meet in each set by a transform over all 2^n sets: a pair
// meets in a superset of S exactly when both are supersets of S, so that sums over supersets
// multiply, and undoing the sums leaves the pairs that meet in S itself.
class Meetings {
 public:
  explicit Meetings(size_t node_count);

  // False when a bound is exceeded; nothing more can be asked then.
  bool fold(const HintList &list);

  // Calls visit(Mask) for each set that is not empty, ascending.
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
  static constexpr size_t kSmallNodes = 8;  // up to here no heap is touched
  static constexpr size_t kSmallSets = size_t{1} << kSmallNodes;

  bool small() const { return nodes_ <= kSmallNodes; }
  void transform(std::span<uint32_t> sets, std::span<uint32_t> hints);
  void fold_by_table(std::span<const Mask> hints);
  bool fold_by_pairs(std::span<const Mask> hints);

  size_t nodes_;
  Mask all_;
  std::array<uint32_t, kSmallSets> table_{};  // small: whether each set is met
  std::vector<Mask> sets_;                    // else: the sets met, ascending
  uint64_t steps_ = 0;
};

}  // namespace koord::numa
