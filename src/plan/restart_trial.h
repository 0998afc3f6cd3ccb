// Nodes that restart or drain, and what becomes of their pods.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "base/cpu_set.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

struct Restart {
  uint32_t node = 0;
  bool drained = false;     // takes nobody, all of its pods go
  bool one_thread = false;  // SMT is off
  CpuSet isolated;          // CPUs that are nobody's
};

// Pods of a node that restarts come back by priority, descending, then uid, as Reserve would place
// them. Those that do not fit, and all of a node that drains, are displaced; those go, in that
// order, each to the node that suits best. Pods that are to be kept do not move: on a node that
// drains they end with it.
class RestartTrial {
 public:
  // Several restarts of one node are one; of a node that is not there they have no effect.
  RestartTrial(const sched::Scene &scene, std::span<const Restart> restarts, bool skip_fit);

  uint64_t displaced() const { return displaced_; }
  uint64_t unplaced() const { return unplaced_; }  // of them: there is no room, or they do not move
  // The node afterwards, nullptr: as the scene has it.
  sched::Draft *changed(uint32_t node) {
    const auto at = drafts_.find(node);
    return at == drafts_.end() ? nullptr : at->second.get();
  }
  bool is_drained(uint32_t node) const { return drained_.contains(node); }
  // Takes nobody, though it would by its numbers.
  bool is_closed(uint32_t node) const { return closed_.contains(node); }

 private:
  void restart(const Restart &how);
  void place(const sched::Holder &pod);
  // The best node for a pod that has not refused it, UINT32_MAX: none.
  uint32_t best_node(const sched::Query &query, const std::set<uint32_t> &refused);
  bool put_on(sched::Draft &draft, const sched::Query &query);

  const sched::Scene &scene_;
  const bool skip_fit_;
  uint64_t displaced_ = 0, unplaced_ = 0;
  std::vector<sched::Holder> displaced_pods_;
  std::map<uint32_t, std::unique_ptr<sched::Draft>> drafts_;
  std::set<uint32_t> drained_, closed_;
  std::deque<sched::Holding> placed_;
  // Verdicts about the nodes as the scene has them, by shape; the holders keep the shapes.
  std::map<const sched::Shape *, std::vector<sched::Verdict>> verdicts_;
};

}  // namespace koord::plan
