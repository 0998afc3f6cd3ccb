// Device types that a Device object adds after pods were reserved on its node.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

// A pod that was reserved here, and its claim from now on.
struct LateClaim {
  Pod *pod;
  std::shared_ptr<const Claim> claim;
};

// Returns the pods of the node that request devices of a type which `after`
// has and `before` (nullable) lacks. No devices of that type were reserved for
// them, so their annotations and other sources state them. Devices of other
// types that were reserved become their claim, which ranks before all others.
std::vector<LateClaim> late_claims(const ClusterState &state, uint32_t node,
                                   const device::Inventory *before, const device::Inventory &after);
// Assign the claims to the pods, or remove them again.
void set_claims(const std::vector<LateClaim> &late) noexcept;
void unset_claims(const std::vector<LateClaim> &late) noexcept;

// Returns the new claim of a pod with the devices that were reserved for it here, if `known` is one
// of late_claims(); else the new claim itself.
std::shared_ptr<const Claim> with_reserved(const Claim &known, std::shared_ptr<const Claim> claim);

}  // namespace koord::sched
