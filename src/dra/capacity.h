// Consumable capacity: how much of a capacity a request takes (KEP-5075).
#pragma once

#include <cstdint>
#include <optional>

#include "dra/inventory.h"

namespace koord::dra {

// Returns how much a request consumes, rounded up to the request policy, or nothing if the policy
// or the capacity's value forbids it. `requested` is empty if the request does not name the
// capacity.
std::optional<int64_t> consumption(const Capacity &capacity, std::optional<int64_t> requested);

}  // namespace koord::dra
