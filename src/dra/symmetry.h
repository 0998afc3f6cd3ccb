// Devices, and blocks of devices such as the partitions of a GPU, that can be exchanged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dra/device_set.h"

namespace koord::dra {

class Problem;

// Two blocks of devices are equal if exchanging them, device by device in ascending order, turns
// every allocation into another one with the same score. Counters, NUMA nodes, PCIe roots and
// values of attributes are compared by what they do, not by their numbers: each is either the same
// for both devices, or exchanged for one of equal amounts that all other devices use alike.
//
// A search that has tried a device need not try its counterpart in an equal block, as long as
// nothing of both blocks is taken: the allocation with the lowest devices is never lost.
class Symmetry {
 public:
  // Finds blocks of single devices, of devices connected by counters (a GPU with its partitions),
  // by PCIe roots, and by NUMA nodes, among devices that an alternative may use. Adds its work to
  // `comparisons`, and finds less if it takes long. Stops if the problem is out of steps.
  void find(const Problem &problem, uint64_t &comparisons);

  // Removes the counterparts of an untouched device from `candidates`. Returns the work.
  uint64_t drop(size_t device, const DeviceSet &touched, DeviceSet &candidates) const;

 private:
  // A device's use of a counter, NUMA node, PCIe root or value of an attribute, all called items.
  struct Use {
    uint32_t item;
    int64_t amount;
  };
  struct User {
    uint32_t device;
    int64_t amount;
  };
  // Everything but its users that items must have in common to be exchanged.
  struct Value {
    uint32_t kind = 0;  // counter, NUMA node, PCIe root, or one of the attributes
    int64_t amount = 0, left = 0;
    bool operator==(const Value &) const = default;
  };
  // A partition of the devices into blocks, and of the blocks into kinds of equal ones.
  struct Level {
    uint32_t count = 0;                    // blocks
    std::vector<DeviceSet> sets{};         // by block
    std::vector<uint32_t> block_of{};      // by device
    std::vector<uint32_t> position{};      // in its block, by device
    std::vector<uint32_t> devices{};       // by block, ascending
    std::vector<uint32_t> first_device{};  // by block
    std::vector<uint32_t> kind_of{};       // by block
    std::vector<uint32_t> blocks{};        // by kind
    std::vector<uint32_t> first_block{};   // by kind
    std::span<const uint32_t> devices_of(uint32_t block) const {
      return {devices.data() + first_device[block], devices.data() + first_device[block + 1]};
    }
    std::span<const uint32_t> equal_to(uint32_t block) const {
      const uint32_t kind = kind_of[block];
      return {blocks.data() + first_block[kind], blocks.data() + first_block[kind + 1]};
    }
  };

  void list_items();
  void add_level();
  void join(uint32_t first_item, uint32_t end_item);
  void find_kinds(Level &level);
  uint64_t hash(const Level &level, uint32_t block);
  void count_comparison(size_t work) {
    work_ += work;
    compared_ += work;
  }
  bool are_equal(const Level &level, uint32_t a, uint32_t b);
  bool pair_items(uint32_t a, uint32_t b);
  bool pair(const Use &a, const Use &b);
  bool are_used_alike(uint32_t a, uint32_t b, const DeviceSet &both);
  std::span<const Use> items_of(size_t device) const {
    return {uses_.data() + first_use_[device], first_use_[device + 1] - first_use_[device]};
  }
  std::span<const User> users_of(size_t item) const {
    return {users_.data() + first_user_[item], first_user_[item + 1] - first_user_[item]};
  }

  const Problem *problem_ = nullptr;
  uint64_t work_ = 0;
  uint64_t compared_ = 0;      // the part of are_equal(), which has a limit
  DeviceSet devices_;          // that an alternative may use
  std::vector<Use> uses_{};    // by device, items ascending
  std::vector<User> users_{};  // by item, devices ascending
  std::vector<size_t> first_use_{}, first_user_{};
  std::vector<Value> values_{};                              // by item
  std::vector<uint64_t> signatures_{};                       // by device
  uint32_t first_numa_ = 0, first_pcie_ = 0, end_pcie_ = 0;  // counters come first
  std::vector<uint32_t> partner_{};  // of an item, in the comparison that runs
  std::vector<uint32_t> paired_{};   // items that have a partner
  std::vector<Use> rest_a_{}, rest_b_{};
  std::array<Level, 4> levels_{};
  size_t level_count_ = 0;
  std::vector<uint32_t> roots_{};                        // of add_level()
  std::vector<uint32_t> examples_{};                     // of find_kinds(): one block of each kind
  std::vector<std::pair<uint64_t, uint32_t>> hashes_{};  // of find_kinds(): hash and block
};

}  // namespace koord::dra
