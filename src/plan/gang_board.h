// Nodes of a scene with the pods of a gang put on them so far.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "plan/gang.h"
#include "sched/draft.h"

namespace koord::plan {

class GangBoard {
 public:
  GangBoard(const sched::Scene &scene, std::span<const GangPod> pods, const GangTerms &terms,
            uint64_t &work)
      : scene_(scene), pods_(pods), terms_(terms), work_(work) {}

  const sched::Scene &scene() const { return scene_; }
  const GangTerms &terms() const { return terms_; }
  bool out_of_work() const { return work_ >= terms_.work; }
  bool may_use(uint32_t node) const {
    return terms_.max_nodes == 0 || used_.size() < terms_.max_nodes || used_.contains(node);
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
  void spend(int64_t work) { work_ += static_cast<uint64_t>(work); }

  // GPUs for all pods of a node together; what else the pods have stays. Returns about how many tries of a pod it is
  // worth.
  int64_t choose_sets();
  // The sum of the link scores of the GPU sets of pods that ask for whole ones.
  int64_t links() const;

  size_t placed() const { return placed_.size(); }
  sched::Changes changes() const;

 private:
  struct Placed {
    size_t pod;
    uint32_t node;
    std::unique_ptr<sched::Holding> holding;
    std::unique_ptr<sched::Placement> placement;  // of pods that ask for whole GPUs
  };
  int64_t choose_sets_on(uint32_t node, std::span<Placed *const> pods);
  sched::Draft &draft(uint32_t node);

  const sched::Scene &scene_;
  const std::span<const GangPod> pods_;
  const GangTerms &terms_;
  uint64_t &work_;
  std::map<uint32_t, std::unique_ptr<sched::Draft>> drafts_;
  std::map<uint32_t, size_t> used_;  // pods of the gang by node
  std::vector<Placed> placed_;
};

}  // namespace koord::plan
