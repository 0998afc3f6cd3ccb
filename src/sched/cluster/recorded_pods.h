// Pods of which kubelets' records of devices tell, and on which nodes. A record counts by itself as
// long as nobody knows where its pod is, and it has not left.
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
  // What the inventory of a node says, and what an earlier one said. add() may fail; nothing
  // changed then.
  void add(uint32_t node, const device::Inventory &inventory);
  void remove(uint32_t node, const device::Inventory &inventory) noexcept;

  std::span<const uint32_t> nodes_of(std::string_view uid) const;
  // As long as a record has it.
  bool has_left(std::string_view uid) const;
  void set_left(std::string_view uid, bool left) noexcept;

 private:
  struct Entry {
    std::vector<uint32_t> nodes;  // twice while a node's records change
    bool left = false;
  };
  void forget(std::string_view uid) noexcept;

  ByName<Entry> pods_;
};

}  // namespace koord::sched
