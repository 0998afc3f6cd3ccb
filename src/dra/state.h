// Devices taken so far by a search, and what is left of everything shared.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "dra/problem.h"

namespace koord::dra {

// Rates an allocation; smaller is better, the first difference decides.
struct Score {
  uint32_t numa_nodes = 0;
  uint32_t unplaced = 0;  // devices without a known NUMA node
  uint32_t pcie_roots = 0;
  uint32_t opened = 0;  // counters and shared devices that were idle before
  uint32_t idle = 0;    // devices of wanted kinds that were idle before on the NUMA nodes in use
  auto operator<=>(const Score &) const = default;
};

// Groups of devices (NUMA nodes, PCIe roots) that an allocation uses. A device without a known
// group counts as a group of its own: it may be far from every other device.
class Spread {
 public:
  void reset(size_t groups);
  void add_candidate(int group);
  void finish();
  void take(int group);
  void give(int group);
  bool is_used(int group) const { return group != kNoGroup && uses_[group] > 0; }
  uint32_t ungrouped_used() const { return ungrouped_used_; }
  size_t group_count() const { return uses_.size(); }
  // Returns a lower bound of the groups in use once `more` candidates are taken.
  uint32_t at_least(size_t more) const;

 private:
  std::vector<uint32_t> uses_{};
  std::vector<uint32_t> candidates_{};  // not taken, by group
  std::vector<uint32_t> order_{};       // groups with the most candidates first
  uint32_t ungrouped_used_ = 0;
  uint32_t used_ = 0;
};

class State {
 public:
  void reset(const Problem &problem);

  // Takes a device for an alternative. Returns false, with nothing changed, if that breaks a
  // constraint or exceeds a counter or capacity.
  bool take(size_t option, size_t device);
  // Reverts the last take().
  void give(size_t option, size_t device);

  size_t group_count() const { return numa_.group_count() + pcie_.group_count(); }
  // Returns the work of all take() since reset(), in comparisons.
  uint64_t comparisons() const { return comparisons_; }

  // Devices that the alternative's claim and other claims leave to it.
  DeviceSet available(size_t option) const;
  // Devices that a constraint still allows.
  DeviceSet allowed(size_t constraint) const;
  // Values that all devices of a matchAttribute have in common; empty if no device is taken yet.
  std::span<const uint32_t> common_values(size_t constraint) const;
  size_t value_count(size_t constraint) const { return constraints_[constraint].values.size(); }
  bool has_devices(size_t constraint) const { return !constraints_[constraint].frames.empty(); }
  // Devices whose counters are used up.
  DeviceSet exhausted() const;
  int64_t capacity_left(size_t capacity) const { return capacities_[capacity]; }
  int64_t counter_left(size_t counter) const { return counters_[counter]; }
  // Returns true if neither an allocation nor the search uses the counter.
  bool is_idle_counter(size_t counter) const {
    return counter_uses_[counter] == 0 &&
           problem_->counters()[counter] == problem_->inventory().counters[counter];
  }
  const Spread &numa() const { return numa_; }
  const Spread &pcie() const { return pcie_; }
  // Returns the idle devices of a NUMA node that the score counts.
  uint32_t idle(size_t numa_group) const { return idle_[numa_group]; }
  // Returns true if an allocation or the search uses the device.
  bool is_in_use(size_t device) const {
    return problem_->is_allocated(device) || shares_[device] > 0;
  }
  // Returns true if the search uses the device, without admin access.
  bool is_taken(size_t device) const { return shares_[device] > 0; }
  bool is_untouched(size_t device) const { return !touched_.has(device); }
  const DeviceSet &touched() const { return touched_; }
  // Returns a lower bound of the score once `more` exclusive devices are taken.
  Score at_least(size_t more) const;

 private:
  // Values of the devices taken in the scope of a constraint. Each device adds a frame: the values
  // that are still common for matchAttribute, its own ones for distinctAttribute.
  struct Values {
    std::vector<uint32_t> values{};
    std::vector<size_t> frames{};
  };

  bool push_constraints(size_t option, size_t device);
  bool push(size_t constraint, size_t device);
  void pop(size_t constraint);
  bool take_capacity(size_t option, size_t device);
  void give_capacity(size_t option, size_t device);
  void give_shares(size_t option, std::span<const Capacity> capacities);
  bool take_counters(size_t device);
  void give_counters(size_t device);
  void count(size_t device);
  void uncount(size_t device);

  const Problem *problem_ = nullptr;
  DeviceSet taken_, touched_;
  std::vector<DeviceSet> in_claim_{};
  std::vector<uint16_t> uses_{};     // by device, with admin access
  std::vector<uint16_t> shares_{};   // by device, without
  std::vector<int64_t> counters_{};  // left
  std::vector<uint16_t> counter_uses_{};
  std::vector<int64_t> capacities_{};  // left
  std::vector<Values> constraints_{};
  std::vector<uint32_t> idle_{};  // idle devices by NUMA group
  Spread numa_, pcie_;
  Score score_;
  uint64_t comparisons_ = 0;
};

}  // namespace koord::dra
