#include "plan/evictions.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "sched/verdict/score.h"

namespace koord::plan {
namespace {

// A node with more candidates than this is not searched.
constexpr size_t kMaxSearched = 256;

}  // namespace

void Evictions::collect(uint32_t node) {
  candidates_.clear();
  keepers_.clear();
  snapshot_.list_holders(node, holders_);
  for (const sched::Holder &holder : holders_) {
    const bool may_go = holder.priority < pod_.priority &&
                        holder.protection != sched::Protection::kKeep && !holder.uid.empty() &&
                        holder.uid != pod_.uid;
    if (may_go)
      candidates_.push_back({holder.uid, holder.priority,
                             holder.protection == sched::Protection::kAvoid, holder.holding});
    else
      keepers_.push_back(holder.holding);
  }
  // Pods that the what-if adds come last.
  keepers_.resize(keepers_.size() - snapshot_.added_holdings(node).size());
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate &a, const Candidate &b) {
    return a.priority != b.priority ? a.priority > b.priority : a.uid < b.uid;
  });
  all_.resize(candidates_.size());
  std::iota(all_.begin(), all_.end(), 0);
}

void Evictions::list(uint32_t first, bool avoided, Indices &out) const {
  out.clear();
  for (uint32_t i = first; i < candidates_.size(); ++i)
    if (candidates_[i].avoid == avoided) out.push_back(i);
}

Found Evictions::try_to_make_room(uint32_t first, size_t avoided) {
  list(first, false, plain_);
  list(first, true, avoided_);
  return search_.find(avoided_, {avoided, avoided, false, plain_});
}

Found Evictions::fewest_avoided(size_t &avoided) {
  const auto all = static_cast<size_t>(
      std::count_if(candidates_.begin(), candidates_.end(), std::mem_fn(&Candidate::avoid)));
  for (avoided = 0; avoided < all; ++avoided)
    if (const Found found = try_to_make_room(0, avoided); found != Found::kNone) return found;
  return Found::kBest;  // the pod fits without all of them
}

Found Evictions::lowest_priority(size_t avoided, uint32_t &first) {
  for (auto i = static_cast<uint32_t>(candidates_.size()); i-- > 0;) {
    if (i > 0 && candidates_[i - 1].priority == candidates_[i].priority) continue;
    first = i;
    if (const Found found = try_to_make_room(i, avoided); found != Found::kNone) return found;
  }
  return Found::kNone;
}

Found Evictions::search() {
  chosen_.clear();
  if (candidates_.size() > kMaxSearched) return Found::kGaveUp;
  shortage_.measure(trial_.rebuild_with_all(), pod_.query, snapshot_.options(), candidates_);
  search_.begin(candidates_);
  VictimSearch::Goal goal;
  if (fewest_avoided(goal.avoided) == Found::kGaveUp) return Found::kGaveUp;
  uint32_t first = 0;
  goal.lowest_sum = preference_ == Preference::kLeastImportant;
  if (goal.lowest_sum && lowest_priority(goal.avoided, first) != Found::kBest)
    return Found::kGaveUp;
  if (goal.avoided > 0)
    pool_.assign(all_.begin() + first, all_.end());
  else
    list(first, false, pool_);
  for (goal.size = std::max(goal.avoided, shortage_.fewest(pool_)); goal.size <= pool_.size();
       ++goal.size) {
    const Found found = search_.find(pool_, goal);
    chosen_ = search_.victims();
    if (found != Found::kNone) return found;
  }
  return Found::kGaveUp;
}

// Removes all candidates and returns the most important
// first if the pod still fits, like kube-scheduler.
void Evictions::spare_candidates() {
  chosen_ = all_;
  // Later uids are more important: of equal candidates the first is the victim.
  Indices order = all_;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const Candidate &left = candidates_[a];
    const Candidate &right = candidates_[b];
    if (left.avoid != right.avoid) return left.avoid;
    return left.priority != right.priority ? left.priority > right.priority : a > b;
  });
  // A set of NUMA nodes may be the best only when more pods are present. Candidates that could not
  // be spared at first are therefore tried again while work is left.
  Indices fewer;
  for (bool again = true; again;) {
    again = false;
    for (const uint32_t candidate : order) {
      const auto at = std::lower_bound(chosen_.begin(), chosen_.end(), candidate);
      if (at == chosen_.end() || *at != candidate) continue;
      fewer = chosen_;
      std::erase(fewer, candidate);
      work_ -= std::min(work_, VictimSearch::kTry);
      if (!trial_.try_without(fewer)) continue;
      chosen_.swap(fewer);
      again = work_ > 0;
    }
  }
}

uint64_t Evictions::find(Preemption &row, uint64_t work, std::vector<Victim> &victims) {
  work_ = work;
  collect(row.node);
  trial_.begin(row.node, candidates_, keepers_);
  if (row.reason == Reason::kNone) {
    row.reason = trial_.judge_without({}).refusal.reason;
    if (row.reason == Reason::kNone) return work_;
    row.score = 0;
  }
  if (candidates_.empty()) return work_;
  const sched::Judgement &bare = trial_.judge_without(all_);
  row.reason = bare.refusal.reason;
  row.unresolvable = bare.unresolvable || sched::is_unresolvable(row.reason);
  if (bare.refusal.refused()) return work_;

  row.proven = search() == Found::kBest;
  if (!row.proven && chosen_.empty()) spare_candidates();
  const sched::Judgement &judgement = trial_.judge_without(chosen_);
  row.score =
      sched::score(trial_.view(), *pod_.query.shape, snapshot_.options(), judgement.placement);
  row.first = victims.size();
  row.count = chosen_.size();
  row.highest_priority = std::numeric_limits<int32_t>::min();
  for (const uint32_t i : chosen_) {
    const Candidate &victim = candidates_[i];
    victims.push_back({std::string(victim.uid), victim.priority});
    row.highest_priority = std::max(row.highest_priority, victim.priority);
    row.priority_sum += int64_t{victim.priority} - std::numeric_limits<int32_t>::min();
    row.avoided += victim.avoid ? 1 : 0;
  }
  return work_;
}

}  // namespace koord::plan
