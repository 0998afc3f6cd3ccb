// Nodes of a scene with the pods of a gang put on them so far.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "device/allocation/together.h"
#include "plan/gang.h"
#include "plan/gang_worth.h"
#include "sched/node/draft.h"

namespace koord::plan {

// An index into the gang, and one into its kinds.
struct PodOfKind {
  size_t pod;
  size_t kind;
};

class GangBoard {
 public:
  GangBoard(const sched::Scene &scene, std::span<const GangPod> pods,
            const GangConditions &conditions, uint64_t &work)
      : scene_(scene), pods_(pods), conditions_(conditions), work_(work) {}

  // Another one for the same gang, without pods; work is done for both.
  GangBoard another() const { return {scene_, pods_, conditions_, work_}; }

  const sched::Scene &scene() const { return scene_; }
  const GangConditions &conditions() const { return conditions_; }
  bool out_of_work() const { return work_ >= conditions_.work; }
  bool may_use(uint32_t node) const {
    return conditions_.max_nodes == 0 || used_.size() < conditions_.max_nodes ||
           used_.contains(node);
  }
  bool is_used(uint32_t node) const { return used_.contains(node); }
  // The nodes with pods, ascending.
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

  // Puts a pod on a node where it fits there. One unit of work.
  bool put(size_t pod, uint32_t node);
  // Takes the pod that was put last off again.
  void take_back();
  void take_all_back() {
    while (!placed_.empty()) take_back();
  }

  // Work besides that of put().
  void spend(uint64_t work) { work_ += work; }
  // A judgement of a node with pods of the gang: 16 of them cost as much as a put().
  void look() {
    if (++looks_ % kLooksOfAPut == 0) ++work_;
  }

  // GPUs for all pods of a node together; what else the pods have stays.
  void choose_sets(device::Ties ties);
  // The links are those of pods that ask for whole GPUs.
  GangWorth worth() const;

  // The pods, not the gang, are exchanged.
  void swap(GangBoard &other) {
    drafts_.swap(other.drafts_);
    used_.swap(other.used_);
    placed_.swap(other.placed_);
  }

  size_t placed() const { return placed_.size(); }
  // All pods are here; in this order.
  sched::Changes changes(std::span<const PodOfKind> order) const;
  // Pods with GPUs do: which ones they may have depends on the pods before them.
  bool keeps_to_numa() const;

 private:
  static constexpr uint64_t kLooksOfAPut = 16;
  struct Placed {
    size_t pod;
    uint32_t node;
    std::unique_ptr<sched::Holding> holding;
    std::unique_ptr<sched::Placement> placement;  // of pods that ask for whole GPUs
  };
  int64_t choose_sets_on(uint32_t node, std::span<Placed *const> pods, device::Ties ties);
  sched::Draft &draft(uint32_t node);

  const sched::Scene &scene_;
  const std::span<const GangPod> pods_;
  const GangConditions &conditions_;
  uint64_t &work_;
  uint64_t looks_ = 0;
  std::map<uint32_t, std::unique_ptr<sched::Draft>> drafts_;
  std::map<uint32_t, size_t> used_;  // pods of the gang by node
  std::vector<Placed> placed_;
};

}  // namespace koord::plan
