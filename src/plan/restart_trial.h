// Simulates restarts and drains of nodes, and places their pods again.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

struct Restart {
  uint32_t node = 0;
  bool drained = false;     // accepts no pods, and all of its pods leave
  bool one_thread = false;  // SMT is off
  CpuSet isolated;          // CPUs that no pod may own
};

// Nodes that do not take pods of a plan, ascending.
struct Exclusions {
  std::vector<uint32_t> nodes;                                       // for all pods
  std::map<std::string, std::vector<uint32_t>, std::less<>> by_pod;  // for single pods, by uid
};

// Pods of a node that restarts return to it by priority, descending, then uid,
// as Reserve would place them. Pods that do not fit, and all pods of a node that
// drains, are displaced: in that order, each goes to the best node for it. Pods
// with Protection::kKeep do not move: on a node that drains they end with it.
class RestartTrial {
 public:
  // Several restarts of one node are merged. Restarts of unknown nodes are ignored. `excluded`
  // concerns displaced pods.
  RestartTrial(const sched::ClusterSnapshot &snapshot, std::span<const Restart> restarts,
               bool skip_fit, const Exclusions &excluded = {});

  uint64_t displaced() const { return displaced_; }
  // Displaced pods for which there is no room or that do not move.
  uint64_t unplaced() const { return unplaced_; }
  // Returns the node afterwards, or nullptr if it is unchanged.
  sched::Draft *changed(uint32_t node) {
    const auto at = drafts_.find(node);
    return at == drafts_.end() ? nullptr : at->second.get();
  }
  bool is_drained(uint32_t node) const { return drained_.contains(node); }
  // Returns true if the node accepts no pods of the shape, although its numbers would allow it.
  bool is_closed(uint32_t node, const sched::Shape &shape) const {
    return is_drained(node) || (!shape.tolerates_unschedulable && cordoned_.contains(node));
  }

 private:
  void restart(const Restart &how);
  void place(const sched::Holder &pod, const Exclusions &excluded);
  // Returns the best node for a pod except those in `refused`, or UINT32_MAX if there is none.
  uint32_t best_node(const sched::Query &query, const std::set<uint32_t> &refused);
  bool put_on(sched::Draft &draft, const sched::Query &query);

  const sched::ClusterSnapshot &snapshot_;
  const bool skip_fit_;
  uint64_t displaced_ = 0, unplaced_ = 0;
  std::vector<sched::Holder> displaced_pods_;
  std::map<uint32_t, std::unique_ptr<sched::Draft>> drafts_;
  std::set<uint32_t> drained_, cordoned_;
  std::deque<sched::Holding> placed_;
  // Verdicts on the unchanged nodes, by shape. The holders keep the shapes alive.
  std::map<const sched::Shape *, std::vector<sched::Verdict>> verdicts_;
};

}  // namespace koord::plan
