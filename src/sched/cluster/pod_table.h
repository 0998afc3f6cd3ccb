// The pods of a cluster: by uid, and by the node that they are on.
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

// A pod that is on a node, and what it holds there.
struct Pod {
  uint32_t node = 0;
  int32_t priority = 0;
  Holding holding;
  // What it said when it came bound. nullptr: what it holds was reserved here, whatever it says.
  std::shared_ptr<const Claim> claim = nullptr;
  // CPUs and amounts were reserved here, or chosen by a plan, and devices were not.
  bool cpus_are_ours = false;
  std::shared_ptr<const Conflicts> conflicts = nullptr;  // nullptr: none
  bool bound = false;                                    // its object names the node
  bool is_in_conflict() const { return conflicts != nullptr && conflicts->is_in_conflict(); }
};

class PodTable {
 public:
  using Pods = ByName<Pod>;
  using Entry = Pods::value_type;

  size_t size() const { return pods_.size(); }
  bool contains(std::string_view uid) const { return pods_.contains(uid); }
  // nullptr: there is none. Entries stay where they are until their pod is removed.
  Entry *find(std::string_view uid) {
    const auto at = pods_.find(uid);
    return at == pods_.end() ? nullptr : &*at;
  }
  const Entry *find(std::string_view uid) const {
    const auto at = pods_.find(uid);
    return at == pods_.end() ? nullptr : &*at;
  }
  // The pod must be there.
  Pod &at(std::string_view uid) { return pods_.find(uid)->second; }
  const Pod &at(std::string_view uid) const { return pods_.find(uid)->second; }

  // In no order.
  const std::vector<Entry *> &on(uint32_t node) const { return by_node_[node].pods; }
  std::vector<const Holding *> holdings_on(uint32_t node) const;
  // Pods of the node that may hold something else once others come or go.
  uint32_t in_conflict_on(uint32_t node) const { return by_node_[node].in_conflict; }
  // After conflicts of its pods have changed.
  void count_in_conflict(uint32_t node) noexcept;

  // What comes may throw for memory; nothing changed then. Nodes are those with numbers below.
  void make_room_for_nodes(uint32_t nodes);
  void make_room_for_pods(size_t more) { pods_.reserve(pods_.size() + more); }
  void make_room_on(uint32_t node, size_t more);
  // A pod that is not there, on its node.
  Entry &add(std::string_view uid, Pod pod);
  // With room for it.
  Entry &add(Pods::node_type pod) noexcept;
  void remove(Entry &pod) noexcept;
  void remove_all_on(uint32_t node) noexcept;
  // It is another now, and on the node of the other, with room for it there.
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
