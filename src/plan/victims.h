// Finds the best set of victims of a given size, exactly.
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
// that cannot suffice are skipped, the others are tried.
class VictimSearch {
 public:
  // The work of trying a set. Any other step costs 1.
  static constexpr uint64_t kTry = 16;

  // Subtracts from `work`.
  VictimSearch(Shortage &shortage, Trial &trial, uint64_t &work)
      : shortage_(shortage), trial_(trial), work_(work) {}

  // Sets the candidates, which have been measured: by priority, descending, then uid.
  void begin(std::span<const Candidate> candidates) { candidates_ = candidates; }

  struct Goal {
    size_t size = 0;
    size_t avoided = 0;                      // number of victims that should be avoided
    bool lowest_sum = false;                 // of priorities; ties go to the order of the walk
    std::span<const uint32_t> also_removed;  // other pods that are removed as well
  };
  // Searches `pool`, ascending indices of candidates. If it gives
  // up, victims() may be a set that is not known to be the best.
  Found find(std::span<const uint32_t> pool, const Goal &goal);
  const std::vector<uint32_t> &victims() const { return victims_; }

 private:
  enum class Go : bool { kStop, kContinue };
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

  // Return upper bounds on what `count` candidates of the pool can free: from position `from` to
  // the end of its level, and from level `level` on. There must be that many.
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
  std::vector<size_t> parts_;         // levels that have victims
  std::vector<int64_t> lowest_sums_;  // by number, the lowest sum of priorities
  std::vector<int64_t> in_level_, from_level_, largest_;
  std::vector<int64_t> base_;   // freed by pods that are removed anyway
  std::vector<int64_t> freed_;  // freed by the decisions so far, even if only numbers are decided
  std::vector<int64_t> counted_;
  std::vector<int64_t> rest_;  // by part, an upper bound on what later parts free
  std::vector<uint32_t> chosen_, victims_;
  std::vector<uint32_t> refused_;  // the first set, if it was tried without success
  std::vector<uint32_t> removed_;
};

}  // namespace koord::plan
