// Pods in kubelets' records of devices, with the nodes of these records. A record counts by itself
// as long as the node of its pod is unknown and the pod has not left.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_name.h"
#include "device/ledger/inventory.h"

namespace koord::sched {

class RecordedPods {
 public:
  // Add or remove the records of a node's inventory. add() may fail; nothing has changed then.
  void add(uint32_t node, const device::Inventory &inventory);
  void remove(uint32_t node, const device::Inventory &inventory) noexcept;

  std::span<const uint32_t> nodes_of(std::string_view uid) const;
  // Known as long as a record contains the pod. Returns early if there are no records, because
  // every reservation and removal calls this.
  bool has_left(std::string_view uid) const;
  void set_left(std::string_view uid, bool left) noexcept;

 private:
  struct Entry {
    std::vector<uint32_t> nodes;  // contains a node twice while its records change
    bool left = false;
  };
  void forget(std::string_view uid) noexcept;

  ByName<Entry> pods_;
};

}  // namespace koord::sched
