// The nodes of a snapshot with the pods of a gang that have been placed so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "device/allocation/together.h"
#include "plan/gang.h"
#include "sched/node/draft.h"

namespace koord::plan {

// A pod as an index into the gang, with the index of its kind.
struct PodOfKind {
  size_t pod;
  size_t kind;
};

class GangBoard {
 public:
  GangBoard(const sched::ClusterSnapshot &snapshot, std::span<const GangPod> pods,
            const GangConditions &conditions, uint64_t &work)
      : snapshot_(snapshot), pods_(pods), conditions_(conditions), work_(work) {}

  // Returns an empty board for the same gang. Both count their work together.
  GangBoard another() const { return {snapshot_, pods_, conditions_, work_}; }

  const sched::ClusterSnapshot &snapshot() const { return snapshot_; }
  const GangConditions &conditions() const { return conditions_; }
  bool out_of_work() const { return work_ >= conditions_.work; }
  bool may_use(uint32_t node) const {
    return conditions_.max_nodes == 0 || used_.size() < conditions_.max_nodes ||
           used_.contains(node);
  }
  // Returns true if the conditions or the pod itself exclude the node.
  bool excludes(size_t pod, uint32_t node) const {
    return std::ranges::binary_search(conditions_.excluded, node) ||
           std::ranges::binary_search(pods_[pod].excluded, node);
  }
  bool is_used(uint32_t node) const { return used_.contains(node); }
  // Calls visit(node) for the nodes with pods, ascending.
  template <typename Visit>
  void for_each_used(Visit &&visit) const {
    for (const auto &[node, pods] : used_) visit(node);
  }
  size_t used() const { return used_.size(); }
  size_t pods_on(uint32_t node) const {
    const auto at = used_.find(node);
    return at == used_.end() ? 0 : at->second;
  }
  sched::View view(uint32_t node);

  // Puts a pod on a node if it fits there. Costs one unit of work, and less on an excluded node.
  bool put(size_t pod, uint32_t node);
  // Removes the pod that was put last.
  void take_back();
  void take_all_back() {
    while (!placed_.empty()) take_back();
  }

  // Adds work besides that of put().
  void spend(uint64_t work) { work_ += work; }
  // Counts the evaluation of a node with pods of the gang. 16 of them cost as much as a put().
  void look() {
    if (++looks_ % kLooksOfAPut == 0) ++work_;
  }

  // Chooses the GPUs of all pods of each node together. Everything else that the pods have is kept.
  void choose_sets(device::Ties ties);
  // Only pods that request whole GPUs contribute links.
  GangWorth worth() const;

  // Exchanges the placed pods, not the gang.
  void swap(GangBoard &other) {
    drafts_.swap(other.drafts_);
    used_.swap(other.used_);
    placed_.swap(other.placed_);
  }

  size_t placed() const { return placed_.size(); }
  // Returns the changes in this order. All pods must be placed.
  sched::Changes changes(std::span<const PodOfKind> order) const;
  // Returns true if pods with GPUs are limited to NUMA nodes:
  // the GPUs available to one depend on the pods before it.
  bool keeps_to_numa() const;

 private:
  static constexpr uint64_t kLooksOfAPut = 16;
  struct Placed {
    size_t pod;
    uint32_t node;
    std::unique_ptr<sched::Holding> holding;
    std::unique_ptr<sched::Placement> placement;  // for pods that request whole GPUs
  };
  int64_t choose_sets_on(uint32_t node, std::span<Placed *const> pods, device::Ties ties);
  sched::Draft &draft_of(uint32_t node);

  const sched::ClusterSnapshot &snapshot_;
  const std::span<const GangPod> pods_;
  const GangConditions &conditions_;
  uint64_t &work_;
  uint64_t looks_ = 0;
  std::map<uint32_t, std::unique_ptr<sched::Draft>> drafts_;
  std::map<uint32_t, size_t> used_;  // pods of the gang by node
  std::vector<Placed> placed_;
};

}  // namespace koord::plan
