// Finds the best victims on one node after another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plan/preempt.h"
#include "plan/shortage.h"
#include "plan/trial.h"
#include "plan/victims.h"

namespace koord::plan {

class Evictions {
 public:
  Evictions(const sched::ClusterSnapshot &snapshot, const Preemptor &pod, Preference preference)
      : snapshot_(snapshot),
        pod_(pod),
        preference_(preference),
        trial_(snapshot, pod.query),
        search_(shortage_, trial_, work_) {}

  // Completes the row of a node on which the pod does not fit as it is, or only by taking the room
  // of a nominated pod, and appends its victims. Returns the remaining work.
  uint64_t find(Preemption &row, uint64_t work, std::vector<Victim> &victims);

 private:
  using Indices = std::vector<uint32_t>;  // of candidates, ascending

  void collect(uint32_t node);
  // Lists the candidates from index `first` on: those to be avoided, or the others.
  void list(uint32_t first, bool avoided, Indices &out) const;
  // Spends work. Checks if the pod fits without all candidates from `first` on that need not be
  // avoided, and without `avoided` of the others.
  Found try_to_make_room(uint32_t first, size_t avoided);
  Found fewest_avoided(size_t &avoided);
  Found lowest_priority(size_t avoided, uint32_t &first);
  // Finds the best victims, or victims that are not known to be the best, or none.
  Found search();
  void spare_candidates();

  const sched::ClusterSnapshot &snapshot_;
  const Preemptor &pod_;
  const Preference preference_;
  uint64_t work_ = 0;
  // Memory reused for one node after another.
  std::vector<sched::Holder> holders_;
  std::vector<Candidate> candidates_;  // by priority, descending, then uid
  std::vector<const sched::Holding *> keepers_;
  Shortage shortage_;
  Trial trial_;
  VictimSearch search_;
  Indices all_, plain_, avoided_, pool_, chosen_;
};

}  // namespace koord::plan
