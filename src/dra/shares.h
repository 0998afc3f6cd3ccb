// Bounds of the capacities that a branch of the search still needs of shared devices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dra/outlook.h"
#include "dra/problem.h"
#include "dra/state.h"

namespace koord::dra {

// A share fits into each of the devices that are left, but the shares of all requests together may
// need more than all devices have.
class Shares {
 public:
  void prepare(const Problem &problem);
  void clear() { comparisons_ = 0; }
  // Returns false if the capacities cannot meet all demands.
  bool suffices(const State &state, std::span<const Demand> demands);
  // Raises a lower bound of the score to one of the branch that suffices() has judged.
  void raise(const State &state, Score &least);
  // Returns the work of all calls since prepare().
  uint64_t comparisons() const { return comparisons_; }

 private:
  // An alternative consumes at least this much of a capacity, on every device that it may use.
  struct Use {
    uint32_t name;  // position in names_
    int64_t least;
  };
  // A capacity of a shared device.
  struct Supply {
    uint32_t device;
    size_t capacity;
  };
  struct Name {
    uint32_t name;
    std::vector<Supply> supplies{};
  };
  struct Sum {
    int64_t needed = 0, smallest = INT64_MAX, shares = 0;
  };

  void add_uses(const Option &option, std::vector<Use> &to);
  void lower_uses(const Option &option, std::span<const Capacity> capacities,
                  std::vector<Use> &uses);
  uint32_t number(uint32_t name, uint32_t expected);
  void raise_for(const State &state, size_t name, const Score &now, Score &least);
  int64_t room_of(const State &state, size_t name, const Supply &supply);
  uint32_t fewest_groups(const State &state, size_t name, const Spread &spread,
                         const std::vector<int> &group_of);
  int64_t least_of_all(const Demand &demand, const Use &first);

  const Problem *problem_ = nullptr;
  uint64_t comparisons_ = 0;
  std::vector<Name> names_{};
  std::vector<std::vector<Use>> uses_{};  // by alternative
  std::vector<Sum> sums_{};               // by name
  DeviceSet usable_;                      // of the demands with sums
  // Numbers of shares of one name that fit into each NUMA node or PCIe root that is not in use,
  // then into each free device outside of these; after raise_for(), into each idle device.
  std::vector<int64_t> rooms_{};
  std::vector<int64_t> sorted_{};    // a copy of rooms_ that is sorted
  std::vector<int64_t> unplaced_{};  // shares that fit into each free device without a NUMA node
  std::vector<uint32_t> idle_{};     // idle devices of the NUMA nodes in rooms_, then 0s
};

}  // namespace koord::dra
