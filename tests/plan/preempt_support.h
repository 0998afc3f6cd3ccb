// Exhaustive search over victim sets, for tests of preemption.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "plan/preempt.h"
#include "sched/cluster/cluster_snapshot.h"
#include "sched/draw.h"
#include "sched/verdict/allocate.h"

namespace koord::testing {

using plan::Preemption;
using plan::Preference;
using sched::Protection;
using sched::WhatIf;

struct Resident {
  std::string uid;
  int32_t priority = 0;
  Protection protection = Protection::kNone;
};

inline bool reserve_at(Cluster &cluster, const PodObject &pod, uint32_t node, int32_t priority) {
  Refusal refusal;
  const Outcome outcome =
      cluster.reserve(ask(cluster, pod), pod.uid, node, {0, 0, priority}, refusal);
  return outcome == Outcome::kDone && !refusal.refused();
}

// Adds a pod of the what-if to a draft, by its amounts alone if it does not fit.
inline bool place_added(const sched::ClusterSnapshot &snapshot, const sched::ShapePtr &shape,
                        sched::Draft &draft, std::deque<sched::Holding> &held) {
  sched::Holding &holding = held.emplace_back();
  const bool fits =
      !sched::allocate(draft.view(), shape, snapshot.options(), {}, holding).refused();
  if (!fits) holding = sched::Holding(shape);
  draft.put_on(holding);
  return fits;
}

// Pods of the what-if are added after the victims leave and before the preemptor. Those that fit
// must still fit beside the preemptor.
inline bool try_without(const Cluster &cluster, const PodObject &pod, const WhatIf &what_if,
                        const std::vector<Resident> &gone) {
  WhatIf others = what_if;
  others.added.clear();
  const sched::ClusterSnapshot snapshot(cluster, others);
  const std::vector<WhatIf::AddedPod> &there = what_if.added;
  const auto let_go = [&](sched::Draft &draft) {
    for (const Resident &each : gone)
      for (const sched::Holder &holder : snapshot.holders(0))
        if (holder.uid == each.uid) draft.take_off(*holder.holding);
  };
  std::deque<sched::Holding> held;
  sched::Draft draft = snapshot.draft(0);
  std::vector<bool> found;
  let_go(draft);
  for (const WhatIf::AddedPod &each : there)
    found.push_back(place_added(snapshot, each.shape, draft, held));
  sched::Holding holding;
  const sched::ShapePtr shape = cluster.shape_of(pod);
  if (sched::judge(draft.view(), *shape, snapshot.options(), {}).refusal.refused()) return false;
  if (sched::allocate(draft.view(), shape, snapshot.options(), {}, holding).refused()) return true;
  sched::Draft with_pod = snapshot.draft(0);
  let_go(with_pod);
  with_pod.put_on(holding);
  for (size_t i = 0; i < there.size(); ++i)
    if (!place_added(snapshot, there[i].shape, with_pod, held) && found[i]) return false;
  return true;
}

inline std::vector<std::string> uids_of(const std::vector<Resident> &pods) {
  std::vector<std::string> out;
  for (const Resident &pod : pods) out.push_back(pod.uid);
  return out;
}

// All sets of the candidates, with those that make room.
class AllSets {
 public:
  AllSets(const Cluster &cluster, const PodObject &pod, const WhatIf &what_if,
          std::vector<Resident> candidates)
      : candidates_(std::move(candidates)) {
    std::sort(candidates_.begin(), candidates_.end(), [](const auto &a, const auto &b) {
      return a.priority != b.priority ? a.priority > b.priority : a.uid < b.uid;
    });
    for (uint32_t set = 0; set < 1u << candidates_.size(); ++set)
      fits_.push_back(try_without(cluster, pod, what_if, members(set)));
  }

  bool fits_at_last() const { return fits_.back(); }
  // Returns true if evicting more pods never makes the preemptor fit worse.
  bool monotone() const {
    for (uint32_t set = 0; set < fits_.size(); ++set)
      for (size_t i = 0; i < candidates_.size(); ++i)
        if (fits_[set] && !fits_[set | 1u << i]) return false;
    return true;
  }
  std::vector<Resident> members(uint32_t set) const {
    std::vector<Resident> out;
    for (size_t i = 0; i < candidates_.size(); ++i)
      if ((set >> i & 1) != 0) out.push_back(candidates_[i]);
    return out;
  }

  // Returns the best of all sets that make room.
  std::vector<Resident> best(Preference preference) const {
    return best_of(preference, [](uint32_t) { return true; });
  }
  // Returns the best set if sets grow from the empty one (docs/embed/preemption.md).
  std::vector<Resident> best_from_above(Preference preference) const {
    int avoided = 0;
    const auto opened = [&](int32_t highest) {
      for (uint32_t set = 0; set < fits_.size(); ++set)
        if (fits_[set] && set == full(set, highest) && avoided_in(set) == avoided) return true;
      return false;
    };
    while (!opened(INT32_MAX)) ++avoided;
    int32_t highest = INT32_MAX;
    if (preference == Preference::kLeastImportant)
      for (auto at = candidates_.rbegin(); highest == INT32_MAX; ++at)
        if (opened(at->priority)) highest = at->priority;
    return best_of(preference, [&](uint32_t set) {
      const std::vector<Resident> gone = members(set);
      return avoided_in(set) == avoided && (gone.empty() || gone[0].priority <= highest);
    });
  }

 private:
  static bool avoid(const Resident &pod) { return pod.protection == Protection::kAvoid; }
  int avoided_in(uint32_t set) const {
    const std::vector<Resident> gone = members(set);
    return static_cast<int>(std::count_if(gone.begin(), gone.end(), avoid));
  }
  // Returns the set with all other candidates up to a priority, except protected ones.
  uint32_t full(uint32_t set, int32_t highest) const {
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (candidates_[i].priority > highest)
        set &= ~(1u << i);
      else if (!avoid(candidates_[i]))
        set |= 1u << i;
    return set;
  }
  template <typename May>
  std::vector<Resident> best_of(Preference preference, May &&may) const {
    const auto rank = [&](uint32_t set) {
      const std::vector<Resident> gone = members(set);
      std::vector<int32_t> priorities;
      int64_t sum = 0;
      for (const Resident &pod : gone) {
        priorities.push_back(pod.priority);
        sum += pod.priority;
      }
      const bool least = preference == Preference::kLeastImportant;
      const int32_t highest = least && !gone.empty() ? gone[0].priority : INT32_MIN;
      return std::tuple(avoided_in(set), highest, gone.size(), least ? sum : 0, priorities,
                        uids_of(gone));
    };
    std::optional<uint32_t> best;
    for (uint32_t set = 0; set < fits_.size(); ++set)
      if (fits_[set] && may(set) && (!best || rank(set) < rank(*best))) best = set;
    return members(best.value_or(0));
  }

  std::vector<Resident> candidates_;
  std::vector<bool> fits_;
};

inline std::vector<std::string> victims_of(const plan::Preemptions &found, const Preemption &row) {
  std::vector<std::string> out;
  for (size_t i = 0; i < row.count; ++i) out.push_back(found.victims[row.first + i].uid);
  return out;
}

}  // namespace koord::testing
