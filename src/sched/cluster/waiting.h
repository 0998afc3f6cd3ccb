// Pods that are bound to unknown nodes, because watches may deliver them first.
// They hold nothing. Their number and memory are limited, because anybody who
// can write a node's name into a pod can create any number of them.
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

// A pod as the API server reports it, before its node is consulted.
struct BoundPod {
  int32_t priority = 0;
  ShapePtr shape;
  std::shared_ptr<const Claim> claim;
};

class WaitingPods {
 public:
  static constexpr size_t kMostPods = size_t{1} << 18;
  static constexpr size_t kMostBytes = size_t{256} << 20;

  bool contains(std::string_view uid) const { return !pods_.empty() && pods_.contains(uid); }
  // Also returns its node. Returns nullptr if the pod does not wait.
  const BoundPod *find(std::string_view uid, std::string_view &node) const;
  // Returns the node that the pod waits for, or nullptr if it does not wait.
  const std::string *node_of(std::string_view uid) const {
    const auto at = pods_.find(uid);
    return at == pods_.end() ? nullptr : &at->second.node;
  }
  // Replaces the pod that waits under this uid. Throws
  // kLimit if too many wait; nothing has changed then.
  void put(std::string_view uid, std::string_view node, BoundPod pod);
  // Returns false if there is none.
  bool erase(std::string_view uid) noexcept;
  // Calls look(uid, pod) for at most `most` pods that
  // wait for this node, in the order of their uids.
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
