// Pods that are bound to nodes which are not there: watches may bring them first. They hold
// nothing, and whoever may write a node's name into a pod can make any number of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/by_name.h"
#include "sched/claim/claim.h"

namespace koord::sched {

// A pod as the API server shows it on its node, before the node is looked at.
struct BoundPod {
  int32_t priority = 0;
  ShapePtr shape;
  std::shared_ptr<const Claim> claim;
};

class WaitingPods {
 public:
  static constexpr size_t kMostPods = size_t{1} << 18;
  static constexpr size_t kMostBytes = size_t{256} << 20;

  bool contains(std::string_view uid) const { return pods_.contains(uid); }
  // And its node; nullptr: there is none.
  const BoundPod *find(std::string_view uid, std::string_view &node) const;
  // The node that it waits for; nullptr: it does not wait.
  const std::string *node_of(std::string_view uid) const {
    const auto at = pods_.find(uid);
    return at == pods_.end() ? nullptr : &at->second.node;
  }
  // In place of what waits under this uid. Throws kLimit where too much is waiting; nothing changed
  // then.
  void put(std::string_view uid, std::string_view node, BoundPod pod);
  // False: there is none.
  bool erase(std::string_view uid) noexcept;
  // Calls look(uid, pod) for those that wait for this node, in the order of their uids, `most` of
  // them.
  template <typename Look>
  void for_each_of(std::string_view node, Look &&look, size_t most = SIZE_MAX) const {
    auto at = by_node_.lower_bound({node, {}});
    for (; most > 0 && at != by_node_.end() && at->first == node; ++at, --most)
      look(at->second, pods_.find(at->second)->second.pod);
  }

 private:
  struct Entry {
    std::string node;
    BoundPod pod;
    size_t bytes;
  };
  ByName<Entry> pods_;
  std::set<std::pair<std::string_view, std::string_view>> by_node_;  // nodes and uids in pods_
  size_t bytes_ = 0;
};

}  // namespace koord::sched
