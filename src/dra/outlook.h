// Bounds of the devices that a branch of the search still needs, from the counters they consume.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dra/problem.h"
#include "dra/state.h"

namespace koord::dra {

// A request that has to be met, and the devices that may meet it. A request for one of several
// alternatives needs at least as many of all their devices as the smallest one.
struct Demand {
  uint32_t option;  // the first alternative
  uint32_t end;     // the one after the last; impossible ones may be among them
  uint32_t needed;
  bool exclusive;  // no device can serve two such requests
  DeviceSet domain;
};

// Counters are private to a GPU in most inventories, so that no counter bounds the devices of a
// request. The bounds of all counters of a class, with one value and consumed in equal amounts, do:
// such as the memory slices of all GPUs. Groups are the devices that counters connect: the
// partitions of a GPU.
class Outlook {
 public:
  void prepare(const Problem &problem);
  void clear() { comparisons_ = 0; }

  // Returns false if the counters cannot meet all exclusive demands.
  bool suffices(const State &state, std::span<const Demand> demands);
  // Returns a lower bound of the score of the branch that suffices() has judged.
  Score at_least(const State &state);
  // Returns the work of all calls since prepare().
  uint64_t comparisons() const { return comparisons_; }

 private:
  // Room for devices or amounts, at a cost if any of it is used.
  struct Pool {
    int64_t room;
    uint32_t cost;
  };
  // Bounds for the devices that counters connect.
  struct Group {
    uint32_t usable = 0;  // devices that demands may use
    uint32_t room = 0;    // of them, the most that can be taken together
    uint32_t opened = 0;  // idle counters that each of them consumes
    int numa = kNoGroup;  // of all members, or none
    int pcie = kNoGroup;
  };
  struct CounterUse {
    uint32_t users = 0;  // usable devices
    int64_t least = 0;   // their smallest amount
  };

  void find_groups();
  void find_classes();
  void sum_classes(const State &state);
  bool sums_suffice(const State &state, std::span<const Demand> demands);
  void add_least(const DeviceSet &domain);
  void measure_group(const State &state, size_t number);
  // Returns a lower bound of the costs of the groups, or of what the groups are part of, that the
  // demands need.
  template <typename PartOf, typename CostOf>
  uint32_t cost(size_t parts, PartOf &&part_of, CostOf &&cost_of);
  uint32_t cover(int64_t needed);
  uint32_t cover_exactly(int64_t needed);

  const Problem *problem_ = nullptr;
  uint64_t comparisons_ = 0;
  // Devices that an alternative without admin access may use, by group. A device without counters
  // is a group of its own.
  std::vector<uint32_t> members_{}, first_member_{};
  std::vector<uint32_t> group_of_{};  // by counter
  std::vector<uint32_t> class_of_{};  // by counter
  std::vector<int64_t> smallest_{};   // by counter: the smallest amount above 0
  uint32_t class_count_ = 0;
  std::vector<int64_t> left_{};                         // by group and class
  std::vector<int64_t> needed_{}, least_{}, device_{};  // by class
  DeviceSet usable_;
  uint32_t more_ = 0;               // devices that the exclusive demands need
  uint32_t own_ = 0;                // idle counters that they consume and cannot share
  uint32_t least_own_ = 0;          // of one device of a demand
  std::vector<uint32_t> own_of_{};  // by device
  std::vector<Group> groups_{};
  std::vector<CounterUse> uses_{};  // by counter
  std::vector<Pool> pools_{};
  std::vector<uint32_t> costs_{};
};

}  // namespace koord::dra
