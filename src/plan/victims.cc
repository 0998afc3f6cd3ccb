#include "plan/victims.h"

#include <algorithm>
#include <utility>

namespace koord::plan {
namespace {

constexpr size_t kMaxTable = size_t{1} << 18;

}  // namespace

bool VictimSearch::spend(uint64_t work) {
  if (work_ < work) gave_up_ = true;
  work_ -= std::min(work_, work);
  return !gave_up_;
}

void VictimSearch::set_base() {
  base_.assign(shortage_.kinds(), 0);
  for (const uint32_t candidate : goal_.also_removed)
    for (size_t kind = 0; kind < base_.size(); ++kind)
      base_[kind] += shortage_.freed(candidate)[kind];
}

// Chooses the lowest priorities, and of the highest of these the first uids.
void VictimSearch::choose_first() {
  chosen_.clear();
  if (goal_.size == 0) return;
  const size_t last = pool_.size() - goal_.size;
  size_t begin = last;
  size_t end = last + 1;
  while (begin > 0 && priority_at(begin - 1) == priority_at(last)) --begin;
  while (end < pool_.size() && priority_at(end) == priority_at(last)) ++end;
  for (size_t i = 0; i < end - last; ++i) chosen_.push_back(pool_[begin + i]);
  chosen_.insert(chosen_.end(), pool_.begin() + static_cast<ptrdiff_t>(end), pool_.end());
}

// The set that the walk would reach first needs no tables, and often suffices.
VictimSearch::Go VictimSearch::try_first() {
  choose_first();
  size_t avoided = 0;
  freed_ = base_;
  for (const uint32_t candidate : chosen_) {
    avoided += candidates_[candidate].avoid ? 1 : 0;
    for (size_t kind = 0; kind < freed_.size(); ++kind)
      freed_[kind] += shortage_.freed(candidate)[kind];
  }
  if (avoided != goal_.avoided) return Go::kContinue;
  if (!shortage_.might_suffice([&](size_t kind) { return freed_[kind]; })) return Go::kContinue;
  if (take_if_it_fits(avoided) == Go::kStop) return Go::kStop;
  refused_ = chosen_;
  return Go::kContinue;
}

void VictimSearch::set_levels() {
  levels_.clear();
  for (size_t i = 0; i < pool_.size(); ++i)
    if (i == 0 || priority_at(i) != priority_at(i - 1))
      levels_.push_back({i, i + 1});
    else
      levels_.back().end = i + 1;
  lowest_sums_.assign(1, 0);
  for (size_t n = 1; n <= goal_.size; ++n)
    lowest_sums_.push_back(lowest_sums_.back() + priority_at(pool_.size() - n));
}

// Sums up the largest amounts, which are kept sorted while candidates are added from last to first.
void VictimSearch::tabulate() {
  const size_t kinds = shortage_.kinds();
  const size_t row = (goal_.size + 1) * kinds;
  in_level_.assign((pool_.size() + 1) * row, 0);
  from_level_.assign((levels_.size() + 1) * row, 0);
  const auto add = [&](int64_t amount) {
    if (amount <= 0) return;
    if (largest_.size() < goal_.size)
      largest_.push_back(amount);
    else if (largest_.back() < amount)
      largest_.back() = amount;
    for (size_t i = largest_.size(); --i > 0 && largest_[i - 1] < largest_[i];)
      std::swap(largest_[i - 1], largest_[i]);
  };
  const auto sum_up = [&](size_t there, int64_t *sums) {
    int64_t sum = 0;
    for (size_t n = 1; n <= std::min(there, goal_.size); ++n) {
      if (n <= largest_.size()) sum += largest_[n - 1];
      sums[n * kinds] = sum;
    }
  };
  for (size_t kind = 0; kind < kinds; ++kind) {
    for (const Level &level : levels_) {
      largest_.clear();
      for (size_t i = level.end; i-- > level.begin;) {
        add(shortage_.freed(pool_[i])[kind]);
        sum_up(level.end - i, in_level_.data() + i * row + kind);
      }
    }
    largest_.clear();
    for (size_t level = levels_.size(); level-- > 0;) {
      for (size_t i = levels_[level].end; i-- > levels_[level].begin;)
        add(shortage_.freed(pool_[i])[kind]);
      sum_up(pool_.size() - levels_[level].begin, from_level_.data() + level * row + kind);
    }
  }
}

Found VictimSearch::find(std::span<const uint32_t> pool, const Goal &goal) {
  pool_ = pool;
  goal_ = goal;
  gave_up_ = found_ = false;
  victims_.clear();
  refused_.clear();
  if (goal.size > pool.size() || goal.avoided > goal.size) return Found::kNone;
  set_base();
  if (try_first() == Go::kStop) return gave_up_ ? Found::kGaveUp : Found::kBest;
  if (goal.size == 0 || goal.size == pool.size()) return Found::kNone;
  shortage_.drop_implied();
  set_base();
  const size_t table = pool.size() * goal.size * shortage_.kinds();
  if (table > kMaxTable || !spend(table / kTry)) return Found::kGaveUp;
  set_levels();
  tabulate();
  freed_ = base_;
  chosen_.clear();
  count_level(0, goal.size, 0);
  if (gave_up_) return Found::kGaveUp;
  return found_ ? Found::kBest : Found::kNone;
}

// Decides how many victims each priority has, as few as possible of the highest.
VictimSearch::Go VictimSearch::count_level(size_t at, size_t left, int64_t sum) {
  if (at == levels_.size()) return pick_counted(sum);
  Level &level = levels_[at];
  const size_t below = pool_.size() - level.end;
  const int64_t priority = priority_at(level.begin);
  for (size_t n = left > below ? left - below : 0; n <= std::min(left, level.end - level.begin);
       ++n) {
    if (!spend(1)) return Go::kStop;
    const int64_t so_far = sum + static_cast<int64_t>(n) * priority;
    if (found_ && so_far + lowest_sums_[left - n] >= best_sum_) break;
    const int64_t *here = most_in_level(level.begin, n);
    const int64_t *below_it = most_from(at + 1, left - n);
    const auto most = [&](size_t kind) { return freed_[kind] + here[kind] + below_it[kind]; };
    if (!shortage_.might_suffice(most)) continue;
    level.count = n;
    for (size_t kind = 0; kind < freed_.size(); ++kind) freed_[kind] += here[kind];
    const Go go = count_level(at + 1, left - n, so_far);
    for (size_t kind = 0; kind < freed_.size(); ++kind) freed_[kind] -= here[kind];
    if (go == Go::kStop) return go;
  }
  return Go::kContinue;
}

VictimSearch::Go VictimSearch::pick_counted(int64_t sum) {
  if (found_ && sum >= best_sum_) return Go::kContinue;
  const size_t kinds = shortage_.kinds();
  parts_.clear();
  for (size_t level = 0; level < levels_.size(); ++level)
    if (levels_[level].count > 0) parts_.push_back(level);
  rest_.assign((parts_.size() + 1) * kinds, 0);
  for (size_t part = parts_.size(); part-- > 1;) {
    const Level &level = levels_[parts_[part]];
    const int64_t *most = most_in_level(level.begin, level.count);
    for (size_t kind = 0; kind < kinds; ++kind)
      rest_[(part - 1) * kinds + kind] = rest_[part * kinds + kind] + most[kind];
  }
  counted_ = freed_;
  freed_ = base_;
  chosen_.clear();
  const bool had = std::exchange(found_, false);
  pick(0, levels_[parts_[0]].begin, levels_[parts_[0]].count, 0);
  freed_ = counted_;
  if (found_) best_sum_ = sum;
  const bool done = gave_up_ || (found_ && !goal_.lowest_sum);
  found_ |= had;
  return done ? Go::kStop : Go::kContinue;
}

VictimSearch::Go VictimSearch::take_if_it_fits(size_t avoided) {
  if (avoided != goal_.avoided) return Go::kContinue;
  if (!refused_.empty() && chosen_ == refused_) return Go::kContinue;
  if (!spend(kTry)) return Go::kStop;
  removed_.assign(goal_.also_removed.begin(), goal_.also_removed.end());
  removed_.insert(removed_.end(), chosen_.begin(), chosen_.end());
  if (!trial_.try_without(removed_)) return Go::kContinue;
  victims_ = chosen_;
  found_ = true;
  return Go::kStop;
}

// Decides which candidates they are: `left` more of the part, from a position of the pool on.
VictimSearch::Go VictimSearch::pick(size_t part, size_t from, size_t left, size_t avoided) {
  const size_t kinds = shortage_.kinds();
  if (left == 0) {
    if (part + 1 == parts_.size()) return take_if_it_fits(avoided);
    const Level &next = levels_[parts_[part + 1]];
    return pick(part + 1, next.begin, next.count, avoided);
  }
  const int64_t *rest = rest_.data() + part * kinds;
  const size_t end = levels_[parts_[part]].end;
  for (size_t i = from; i + left <= end; ++i) {
    if (!spend(1)) return Go::kStop;
    const uint32_t candidate = pool_[i];
    const size_t now_avoided = avoided + (candidates_[candidate].avoid ? 1 : 0);
    if (now_avoided > goal_.avoided) continue;
    const int64_t *own = shortage_.freed(candidate);
    const int64_t *others = most_in_level(i + 1, left - 1);
    const auto most = [&](size_t kind) {
      return freed_[kind] + own[kind] + others[kind] + rest[kind];
    };
    if (!shortage_.might_suffice(most)) continue;
    for (size_t kind = 0; kind < kinds; ++kind) freed_[kind] += own[kind];
    chosen_.push_back(candidate);
    const Go go = pick(part, i + 1, left - 1, now_avoided);
    chosen_.pop_back();
    for (size_t kind = 0; kind < kinds; ++kind) freed_[kind] -= own[kind];
    if (go == Go::kStop) return go;
  }
  return Go::kContinue;
}

}  // namespace koord::plan
