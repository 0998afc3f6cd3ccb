#include "plan/evictions.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "sched/score.h"

namespace koord::plan {
namespace {

// With more candidates than this a node is not searched.
constexpr size_t kMaxSearched = 256;

}  // namespace

void Evictions::collect(uint32_t node) {
  candidates_.clear();
  keepers_.clear();
  for (const sched::Holder &holder : scene_.holders(node)) {
    const bool may_go = holder.priority < pod_.priority &&
                        holder.protection != sched::Protection::kKeep && !holder.uid.empty() &&
                        holder.uid != pod_.uid;
    if (may_go)
      candidates_.push_back({holder.uid, holder.priority,
                             holder.protection == sched::Protection::kAvoid, holder.holding});
    else
      keepers_.push_back(holder.holding);
  }
  // Holders come by their uids.
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate &a, const Candidate &b) { return a.priority > b.priority; });
}

Evictions::Indices Evictions::from(uint32_t first, bool avoided) const {
  Indices out;
  for (uint32_t i = first; i < candidates_.size(); ++i)
    if (candidates_[i].avoid == avoided) out.push_back(i);
  return out;
}

Found Evictions::makes_room(Trial &trial, VictimSearch &search, uint32_t first, size_t avoided) {
  const Indices plain = from(first, false);
  const Indices others = from(first, true);
  VictimSearch::Wanted wanted;
  wanted.size = wanted.avoided = avoided;
  wanted.base.assign(shortage_.kinds(), 0);
  for (const uint32_t i : plain)
    for (size_t kind = 0; kind < shortage_.kinds(); ++kind)
      wanted.base[kind] += shortage_.freed(i)[kind];
  return search.find(others, wanted, [&](std::span<const uint32_t> chosen) {
    Indices all = plain;
    all.insert(all.end(), chosen.begin(), chosen.end());
    return trial.fits_without(all);
  });
}

Found Evictions::fewest_avoided(Trial &trial, VictimSearch &search, size_t &avoided) {
  const size_t all = from(0, true).size();
  for (avoided = 0; avoided < all; ++avoided)
    if (const Found found = makes_room(trial, search, 0, avoided); found != Found::kNone)
      return found;
  return Found::kBest;  // without all of them it fits
}

Found Evictions::lowest_priority(Trial &trial, VictimSearch &search, size_t avoided,
                                 uint32_t &first) {
  for (auto i = static_cast<uint32_t>(candidates_.size()); i-- > 0;) {
    if (i > 0 && candidates_[i - 1].priority == candidates_[i].priority) continue;
    first = i;
    if (const Found found = makes_room(trial, search, i, avoided); found != Found::kNone)
      return found;
  }
  return Found::kNone;
}

Found Evictions::search(Trial &trial, VictimSearch &search, Indices &out) {
  if (candidates_.size() > kMaxSearched) return Found::kGaveUp;
  size_t avoided = 0;
  if (fewest_avoided(trial, search, avoided) == Found::kGaveUp) return Found::kGaveUp;
  uint32_t first = 0;
  const bool least_important = preference_ == Preference::kLeastImportant;
  if (least_important && lowest_priority(trial, search, avoided, first) != Found::kBest)
    return Found::kGaveUp;
  Indices pool = from(first, false);
  if (avoided > 0) {
    pool.resize(candidates_.size() - first);
    std::iota(pool.begin(), pool.end(), first);
  }
  VictimSearch::Wanted wanted;
  wanted.avoided = avoided;
  wanted.lowest_sum = least_important;
  wanted.base.assign(shortage_.kinds(), 0);
  const VictimSearch::Fits fits = [&](std::span<const uint32_t> set) {
    return trial.fits_without(set);
  };
  for (wanted.size = std::max(avoided, shortage_.fewest(pool, wanted.base));
       wanted.size <= pool.size(); ++wanted.size) {
    const Found found = search.find(pool, wanted, fits);
    out = search.victims();
    if (found != Found::kNone) return found;
  }
  return Found::kGaveUp;
}

// As kube-scheduler does: all are gone, and the most important come back first, where the pod still fits.
Evictions::Indices Evictions::spare_what_can_be(Trial &trial, uint64_t &work) const {
  Indices gone(candidates_.size());
  std::iota(gone.begin(), gone.end(), 0);
  // Later uids are more important: among equals the first is the victim.
  Indices order = gone;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const Candidate &left = candidates_[a];
    const Candidate &right = candidates_[b];
    if (left.avoid != right.avoid) return left.avoid;
    return left.priority != right.priority ? left.priority > right.priority : a > b;
  });
  // A set of NUMA nodes may be the best one only when more pods are there: who could not be spared at
  // first is looked at again, while there is work left.
  for (bool again = true; again;) {
    again = false;
    for (const uint32_t candidate : order) {
      const auto at = std::lower_bound(gone.begin(), gone.end(), candidate);
      if (at == gone.end() || *at != candidate) continue;
      Indices fewer = gone;
      std::erase(fewer, candidate);
      work -= std::min(work, VictimSearch::kTry);
      if (!trial.fits_without(fewer)) continue;
      gone = std::move(fewer);
      again = work > 0;
    }
  }
  return gone;
}

uint64_t Evictions::find(Preemption &row, uint64_t work, std::vector<Victim> &victims) {
  collect(row.node);
  if (candidates_.empty()) return work;
  Trial trial(scene_, pod_.question, row.node, candidates_, keepers_);
  Indices all(candidates_.size());
  std::iota(all.begin(), all.end(), 0);
  const sched::Judgement bare = trial.judge_without(all);
  row.reason = bare.refusal.reason;
  row.unresolvable = bare.hopeless || sched::is_unresolvable(row.reason);
  if (bare.refusal.refused()) return work;

  shortage_.measure(scene_.view(row.node), pod_.question, scene_.options(), candidates_);
  VictimSearch search(shortage_, candidates_, work);
  Indices chosen;
  row.proven = this->search(trial, search, chosen) == Found::kBest;
  if (!row.proven && chosen.empty()) chosen = spare_what_can_be(trial, work);
  const sched::Judgement &judgement = trial.judge_without(chosen);
  row.score =
      sched::score(trial.view(), *pod_.question.shape, scene_.options(), judgement.placement);
  row.first = victims.size();
  row.count = chosen.size();
  row.highest_priority = std::numeric_limits<int32_t>::min();
  for (const uint32_t i : chosen) {
    const Candidate &victim = candidates_[i];
    victims.push_back({std::string(victim.uid), victim.priority});
    row.highest_priority = std::max(row.highest_priority, victim.priority);
    row.priority_sum += int64_t{victim.priority} - std::numeric_limits<int32_t>::min();
    row.avoided += victim.avoid ? 1 : 0;
  }
  return work;
}

}  // namespace koord::plan
