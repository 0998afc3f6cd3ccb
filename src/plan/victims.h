// The best set of victims of a given size, found exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plan/shortage.h"
#include "plan/trial.h"

namespace koord::plan {

enum class Found : uint8_t { kNone, kBest, kGaveUp };

// Walks through sets of candidates in the order in which they are preferred: by their priorities,
// sorted descending and compared one by one, lower first; then by their uids in that order. Sets
// that cannot suffice are passed over, the others are tried.
class VictimSearch {
 public:
  // The work that a tried set costs; any other step costs 1.
  static constexpr uint64_t kTry = 16;

  // `work` is used up.
  VictimSearch(Shortage &shortage, Trial &trial, uint64_t &work)
      : shortage_(shortage), trial_(trial), work_(work) {}

  // Starts with candidates that were measured and are tried now: by priority, descending, then uid.
  void begin(std::span<const Candidate> candidates) { candidates_ = candidates; }

  struct Goal {
    size_t size = 0;
    size_t avoided = 0;                // how many of them are to be avoided
    bool lowest_sum = false;           // of priorities; then in the order of the walk
    std::span<const uint32_t> anyway;  // others that are gone, too
  };
  // Among `pool`, ascending indices of candidates. Having given up it may have found one that is
  // not known to be the best.
  Found find(std::span<const uint32_t> pool, const Goal &goal);
  const std::vector<uint32_t> &victims() const { return victims_; }

 private:
  enum class Go : bool { kStop, kOn };
  struct Level {
    size_t begin, end;  // in the pool
    size_t count = 0;   // of victims
  };

  bool spend(uint64_t work);
  int32_t priority_at(size_t position) const { return candidates_[pool_[position]].priority; }
  void set_base();
  void choose_first();
  Go try_first();
  void set_levels();
  void tabulate();
  Go count_level(size_t level, size_t left, int64_t sum);
  Go pick_counted(int64_t sum);
  Go pick(size_t part, size_t from, size_t left, size_t avoided);
  Go take_if_it_fits(size_t avoided);

  // The most that `count` candidates of the pool could free, from position `from` to their level's
  // end, and from level `level` on; there are as many.
  const int64_t *most_in_level(size_t from, size_t count) const {
    return in_level_.data() + (from * (goal_.size + 1) + count) * shortage_.kinds();
  }
  const int64_t *most_from(size_t level, size_t count) const {
    return from_level_.data() + (level * (goal_.size + 1) + count) * shortage_.kinds();
  }

  Shortage &shortage_;
  Trial &trial_;
  std::span<const Candidate> candidates_;
  uint64_t &work_;

  std::span<const uint32_t> pool_;
  Goal goal_;
  bool gave_up_ = false;
  bool found_ = false;
  int64_t best_sum_ = 0;
  std::vector<Level> levels_;
  std::vector<size_t> parts_;         // levels that victims are taken of
  std::vector<int64_t> lowest_sums_;  // of the priorities of as many
  std::vector<int64_t> in_level_, from_level_, largest_;
  std::vector<int64_t> base_;   // freed by those who are gone anyway
  std::vector<int64_t> freed_;  // by what is decided so far, if only in number
  std::vector<int64_t> counted_;
  std::vector<int64_t> rest_;  // the most that the parts behind each one could free
  std::vector<uint32_t> chosen_, victims_;
  std::vector<uint32_t> refused_;  // the first set of all, where it was tried in vain
  std::vector<uint32_t> gone_;
};

}  // namespace koord::plan
