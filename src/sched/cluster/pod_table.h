// The pods of a cluster, by uid and by node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/by_name.h"
#include "sched/claim/claim.h"
#include "sched/pod/holding.h"

namespace koord::sched {

// A pod on a node, with its holding.
struct Pod {
  uint32_t node = 0;
  int32_t priority = 0;
  Holding holding;
  // The claim of a pod that came bound. nullptr if this
  // process made its allocations, whatever it claims.
  std::shared_ptr<const Claim> claim = nullptr;
  // CPUs and amounts were reserved here or chosen by a plan, but devices were not.
  bool cpus_are_ours = false;
  std::shared_ptr<const Conflicts> conflicts = nullptr;  // nullptr if there are none
  bool bound = false;                                    // its object names the node
  bool is_in_conflict() const { return conflicts != nullptr && conflicts->is_in_conflict(); }
};

class PodTable {
 public:
  using Pods = ByName<Pod>;
  using Entry = Pods::value_type;

  size_t size() const { return pods_.size(); }
  bool contains(std::string_view uid) const { return pods_.contains(uid); }
  // Returns nullptr if there is none. Entries keep their address until their pod is removed.
  Entry *find(std::string_view uid) {
    const auto at = pods_.find(uid);
    return at == pods_.end() ? nullptr : &*at;
  }
  const Entry *find(std::string_view uid) const {
    const auto at = pods_.find(uid);
    return at == pods_.end() ? nullptr : &*at;
  }
  // The pod must exist.
  Pod &at(std::string_view uid) { return pods_.find(uid)->second; }
  const Pod &at(std::string_view uid) const { return pods_.find(uid)->second; }

  // In the order in which they came to the node.
  const std::vector<Entry *> &on(uint32_t node) const { return by_node_[node].pods; }
  std::vector<const Holding *> holdings_on(uint32_t node) const;
  // Returns the number of pods on the node whose
  // holdings may change when other pods arrive or leave.
  uint32_t in_conflict_on(uint32_t node) const { return by_node_[node].in_conflict; }
  // To be called after conflicts of the node's pods have changed.
  void count_in_conflict(uint32_t node) noexcept;

  // The following functions may throw for lack of memory; nothing
  // has changed then. Nodes are those with numbers below `nodes`.
  void make_room_for_nodes(uint32_t nodes);
  void make_room_for_pods(size_t more) { pods_.reserve(pods_.size() + more); }
  void make_room_on(uint32_t node, size_t more);
  // Adds a new pod to its node.
  Entry &add(std::string_view uid, Pod &&pod);
  // Memory must have been reserved.
  Entry &add(Pods::node_type pod) noexcept;
  void remove(Entry &pod) noexcept;
  void remove_all_on(uint32_t node) noexcept;
  // Replaces a pod, whose node may change. Memory must have been reserved on the new node.
  void replace(Entry &pod, Pod other) noexcept;

 private:
  struct Residents {
    std::vector<Entry *> pods;  // in pods_
    uint32_t in_conflict = 0;
  };
  void enter(Entry &pod) noexcept;
  void leave(Entry &pod) noexcept;

  Pods pods_;
  std::vector<Residents> by_node_;
};

}  // namespace koord::sched
