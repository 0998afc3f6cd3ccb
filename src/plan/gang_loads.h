// What pods of a gang could share a node, as far as amounts and numbers of GPUs tell.
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

  LoadLister(const sched::Scene &scene, const GangConditions &conditions,
             const std::vector<const Kind *> &kinds);

  // Those with most pods of the first kinds first, each worth no less than the pods can have there.
  // False: there are too many.
  bool list(uint32_t node, std::vector<Load> &out);

 private:
  // Pods of a kind on the node at hand.
  struct Share {
    int64_t most = 0;  // that could be there alone
    int32_t gpus = 0;  // of each
    device::DeviceMask fitting = 0;
    int64_t links = 0;  // that each has at most
  };
  struct Sum {
    int64_t pods = 0;
    int32_t gpus = 0;
    device::DeviceMask fitting = 0;
    int64_t inside = 0;
  };
  bool add(size_t kind, const Sum &sum, std::vector<Load> &out);
  bool take(size_t kind);  // amounts of one pod more; false: the node has them not
  void give_back(size_t kind, int64_t pods);
  GangWorth bound(const Sum &sum);
  Share share_of(const sched::View &view, size_t kind) const;

  const sched::Scene &scene_;
  const GangConditions &conditions_;
  const std::vector<const Kind *> &kinds_;
  std::vector<std::vector<bool>> takes_;        // by kind and node: it can be there at all
  std::vector<sched::ResourceId> resources_;    // that pods ask for
  std::vector<std::vector<int64_t>> requests_;  // by kind and resource
  // The node at hand.
  const sched::Node *node_ = nullptr;
  std::vector<int64_t> free_;  // by resource
  std::vector<Share> shares_;
  std::vector<uint32_t> pods_;
  std::map<std::pair<device::DeviceMask, int32_t>, int64_t> most_links_;
};

}  // namespace koord::plan
