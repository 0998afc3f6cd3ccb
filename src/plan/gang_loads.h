// Combinations of a gang's pods that can share a node, judged by amounts and numbers of GPUs.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "plan/gang_kind.h"
#include "plan/gang_split.h"

namespace koord::plan {

class LoadLister {
 public:
  static constexpr size_t kMostLoads = 4096;

  LoadLister(const sched::ClusterSnapshot &snapshot, const GangConditions &conditions,
             const std::vector<const Kind *> &kinds);

  // Lists the loads of a node, those with most pods of the first kinds first. The worth of each is
  // an upper bound. Returns false if there are too many.
  bool list(uint32_t node, std::vector<Load> &out);

 private:
  // Pods of a kind on the current node.
  struct Share {
    int64_t most = 0;  // upper bound on these pods alone
    int32_t gpus = 0;  // of each pod
    device::DeviceMask fitting = 0;
    int64_t links = 0;  // upper bound for each pod
  };
  struct Sum {
    int64_t pods = 0;
    int32_t gpus = 0;
    device::DeviceMask fitting = 0;
    int64_t inside = 0;
  };
  bool add(size_t kind, const Sum &sum, std::vector<Load> &out);
  bool take(size_t kind);  // of one more pod; false if the node lacks them
  void give_back(size_t kind, int64_t pods);
  GangWorth bound(const Sum &sum);
  Share share_of(const sched::View &view, size_t kind) const;

  const sched::ClusterSnapshot &snapshot_;
  const GangConditions &conditions_;
  const std::vector<const Kind *> &kinds_;
  std::vector<std::vector<bool>> takes_;  // by kind and node: true if the node can take the kind
  std::vector<sched::ResourceId> resources_;    // requested by any pod
  std::vector<std::vector<int64_t>> requests_;  // by kind and resource
  // The current node.
  const sched::Node *node_ = nullptr;
  std::vector<int64_t> free_;  // by resource
  std::vector<Share> shares_;
  std::vector<uint32_t> pods_;
  std::map<std::pair<device::DeviceMask, int32_t>, int64_t> most_links_;
};

}  // namespace koord::plan
