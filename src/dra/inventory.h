// Devices of one node's ResourceSlices, and how much of them is in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dra/device_set.h"

namespace koord::dra {

// No amount is above this, so that sums of a node's amounts do not overflow.
inline constexpr int64_t kMaxAmount = int64_t{1} << 50;
inline constexpr int kNoGroup = -1;
inline constexpr size_t kMaxTaints = 1024;  // different ones of an inventory

struct Device {
  bool shared = false;     // allowMultipleAllocations (KEP-5075)
  bool allocated = false;  // in use; a shared device has at least one share in use
  bool unusable = false;   // its pool is incomplete or invalid
  int numa_node = kNoGroup;
  int pcie_root = kNoGroup;
  uint64_t taints = 0;  // NoSchedule and NoExecute only, by number: those below 64 (KEP-5055)
  uint32_t kind = 0;    // driver, class or pool, as the caller groups devices
};

// One value of an attribute. An attribute that is a list has several (KEP-5491).
struct Attribute {
  uint32_t device;
  uint32_t name;
  uint64_t value;
};

// A taint of a device whose number is 64 or more.
struct Taint {
  uint32_t device;
  uint32_t number;
};

// A number of something that a device or a request has or needs.
struct Amount {
  uint32_t owner;
  uint32_t name;
  int64_t amount;
};

enum class RequestPolicy { kNone, kRange, kValues };

// One capacity of a device and the request policy of it (KEP-5075).
struct Capacity {
  uint32_t device = 0;
  uint32_t name = 0;
  int64_t value = 0;
  int64_t used = 0;
  RequestPolicy policy = RequestPolicy::kNone;
  std::optional<int64_t> fallback;  // consumed by requests that do not name the capacity
  int64_t min = 0;
  std::optional<int64_t> max;
  std::optional<int64_t> step;
  std::vector<int64_t> values{};  // ascending
};

// Devices by the values of one attribute.
struct AttributeIndex {
  uint32_t name = 0;
  DeviceSet having;                   // devices with at least one value
  std::vector<uint64_t> values{};     // ascending
  std::vector<DeviceSet> devices{};   // by position in `values`
  std::vector<uint32_t> first{};      // by device: its first row in `positions`
  std::vector<uint32_t> positions{};  // positions in `values`, ascending within a device
  std::span<const uint32_t> of(size_t device) const {
    return {positions.data() + first[device], positions.data() + first[device + 1]};
  }
};

class Inventory {
 public:
  std::vector<Device> devices{};
  std::vector<Attribute> attributes{};
  std::vector<Capacity> capacities{};
  std::vector<int64_t> counters{};  // their values (KEP-4815)
  std::vector<Amount> consumed{};   // owner: a device; name: a counter
  std::vector<Taint> taints{};      // that Device::taints has no bit for

  // Builds everything below. Call it after a change of the members above.
  void index();

  const AttributeIndex *attribute(uint32_t name) const;
  std::span<const Capacity> capacities_of(size_t device) const {
    return {capacities.data() + first_capacity_[device],
            first_capacity_[device + 1] - first_capacity_[device]};
  }
  size_t capacity_number(const Capacity &capacity) const { return &capacity - capacities.data(); }
  std::span<const Amount> consumed_by(size_t device) const {
    return {consumed.data() + first_consumed_[device],
            first_consumed_[device + 1] - first_consumed_[device]};
  }
  std::span<const Taint> taints_of(size_t device) const {
    return {taints.data() + first_taint_[device], first_taint_[device + 1] - first_taint_[device]};
  }
  // Devices by kind, kinds in ascending order.
  const std::vector<DeviceSet> &kinds() const { return kinds_; }
  // Counters without those of allocated devices. They may be negative.
  const std::vector<int64_t> &counters_left() const { return counters_left_; }
  int numa_group(size_t device) const { return numa_groups_[device]; }
  int pcie_group(size_t device) const { return pcie_groups_[device]; }
  const std::vector<int> &numa_groups() const { return numa_groups_; }
  const std::vector<int> &pcie_groups() const { return pcie_groups_; }
  size_t numa_group_count() const { return numa_ids_.size(); }
  size_t pcie_group_count() const { return pcie_ids_.size(); }
  bool has_shared() const { return has_shared_; }
  bool has_unusable() const { return has_unusable_; }

 private:
  void index_attributes();
  void index_rows();
  void index_groups();

  std::vector<AttributeIndex> index_{};  // by name, ascending
  std::vector<size_t> first_capacity_{0};
  std::vector<size_t> first_consumed_{0};
  std::vector<size_t> first_taint_{0};
  std::vector<DeviceSet> kinds_{};
  std::vector<int64_t> counters_left_{};
  std::vector<int> numa_ids_{}, pcie_ids_{};        // ascending
  std::vector<int> numa_groups_{}, pcie_groups_{};  // by device: position in the ids, or kNoGroup
  bool has_shared_ = false;
  bool has_unusable_ = false;
};

}  // namespace koord::dra
