// Inputs and results that all strategies of choosing devices share.
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

// Counts the devices of other types that a set of devices lacks nearby; 0 if the set is acceptable.
// An empty function accepts every set.
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

// The candidate devices of one type.
struct Candidates {
  const Ledger &ledger;
  size_t index;          // index of the pool
  DeviceMask allowed;    // by selector, NUMA nodes and free virtual functions
  const Scorer *scorer;  // nullptr if devices are not scored
  Profile profile;
  // Set by the specification's strategies only; upstream has its own.
  object::DeviceScope scope = object::DeviceScope::kAny;
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
  // Returns the allowed devices that have something left and that fit the request.
  DeviceMask fitting(std::span<const ResourceAmount> each) const;
  // Returns the devices that would fit the request if no pod
  // held any device. Only under the specification's rules.
  DeviceMask fitting_empty(std::span<const ResourceAmount> each) const;
  int64_t score(int device, std::span<const ResourceAmount> each) const {
    return scorer == nullptr
               ? 0
               : score_device(*scorer, pool().columns, total(device), free(device), each);
  }
  // Returns how much a device would have left, summed over its amounts in thousandths of each. A
  // smaller value is a tighter fit.
  int64_t slack(int device, std::span<const ResourceAmount> each) const;
  // Returns the rank of a device among equally suitable ones; the
  // smaller one is chosen. A configured strategy ranks before tightness,
  // the default strategy after it. Upstream ranks by the strategy alone.
  Preference preference(int device, std::span<const ResourceAmount> each) const;
  Refusal refuse(Reason reason, int64_t needed, int64_t best) const;
};

// PCIe switches or roots of the leading devices.
using Pcies = std::vector<std::string>;
Pcies pcies_of(const Pool &pool, const std::vector<int> &devices);  // sorted, without duplicates
DeviceMask mask_of(const std::vector<int> &devices);

// A refusal, or the chosen devices by position, in the order in which they were chosen.
struct Choice {
  Refusal refusal;
  std::vector<int> devices;
};

}  // namespace koord::device
