// What the ways of choosing devices have in common: from where, how many, and what came of it.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/profile_rules.h"
#include "device/choice/candidates.h"
#include "device/choice/score.h"

namespace koord::device {

// How many devices of other types a set of devices lacks near it; 0: the set will do. An empty
// function: every set will.
using CountLacking = std::function<int64_t(DeviceMask)>;

struct Preference {
  int64_t first = 0;
  int64_t second = 0;
  auto operator<=>(const Preference &) const = default;
  Preference &operator+=(const Preference &other) {
    first += other.first;
    second += other.second;
    return *this;
  }
};

// The devices of one type that a pod may have.
struct Site {
  const Ledger &ledger;
  size_t index;          // of the pool
  DeviceMask allowed;    // selector, NUMA nodes and free virtual functions counted
  const Scorer *scorer;  // nullptr: none is better than another
  Profile profile;
  // The ways of the specification; upstream has ways of its own.
  object::DeviceScope scope = object::DeviceScope::kAny;  // within what a set of them must lie
  CountLacking lacks = {};

  const ProfileRules &rules() const noexcept { return rules_of(profile); }
  const Pool &pool() const { return ledger.inventory().pools[index]; }
  std::span<const int64_t> free(int device) const {
    return ledger.free(index, static_cast<size_t>(device));
  }
  std::span<const int64_t> total(int device) const {
    return pool().total(static_cast<size_t>(device));
  }
  bool accepts(DeviceMask set) const { return !lacks || lacks(set) == 0; }
  // The allowed devices with something left that have it.
  DeviceMask fitting(std::span<const Part> each) const;
  // Under the specification: the devices that would have it had nobody anything.
  DeviceMask fitting_empty(std::span<const Part> each) const;
  int64_t score(int device, std::span<const Part> each) const {
    return scorer == nullptr
               ? 0
               : score_device(*scorer, pool().columns, total(device), free(device), each);
  }
  // How much of its amounts a device would have left, in thousandths of each: the less, the tighter
  // it fits.
  int64_t slack(int device, std::span<const Part> each) const;
  // The order of devices that would do equally well: the smaller comes first. A strategy that is
  // stated comes before tightness, the default strategy after it; upstream goes by the strategy
  // alone.
  Preference preference(int device, std::span<const Part> each) const;
  Refusal refuse(Reason reason, int64_t needed, int64_t best) const;
};

// PCIe switches or roots: where devices of the leading type are.
using Pcies = std::vector<std::string>;
Pcies pcies_of(const Pool &pool, const std::vector<int> &devices);  // each once, ascending
DeviceMask mask_of(const std::vector<int> &devices);

// Positions in the order in which they were chosen.
struct Choice {
  Refusal refusal;
  std::vector<int> devices;
};

}  // namespace koord::device
