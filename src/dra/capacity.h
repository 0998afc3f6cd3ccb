// Consumable capacity: how much of a capacity a request takes (KEP-5075).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dra/inventory.h"

namespace koord::dra {

// Returns how much a request consumes, rounded up to the request policy, or nothing if the policy
// or the capacity's value forbids it. `requested` is empty if the request does not name the
// capacity.
std::optional<int64_t> consumption(const Capacity &capacity, std::optional<int64_t> requested);

// Looks up requested amounts, sorted by name, for capacities in ascending order of names.
class RequestedAmounts {
 public:
  explicit RequestedAmounts(std::span<const Amount> amounts) : amounts_(amounts) {}
  // Returns nothing if the request does not name the capacity.
  std::optional<int64_t> of(uint32_t name) {
    while (next_ < amounts_.size() && amounts_[next_].name < name) ++next_;
    if (next_ == amounts_.size() || amounts_[next_].name != name) return std::nullopt;
    ++found_;
    return amounts_[next_].amount;
  }
  // Returns true if of() has found each amount once.
  bool found_all() const { return found_ == amounts_.size(); }

 private:
  std::span<const Amount> amounts_;
  size_t next_ = 0, found_ = 0;
};

}  // namespace koord::dra
