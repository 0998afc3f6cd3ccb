// Devices of types that a Device object comes to have after pods were reserved on its node.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

// A pod that was reserved here, and the claim that it has from now on.
struct LateClaim {
  Pod *pod;
  std::shared_ptr<const Claim> claim;
};

// Pods of the node that request devices of a type which `after` has and `before` (nullable)
// lacks. Nothing was reserved for them of that type: their other sources tell what they have of
// it. What was reserved of other types is their claim, which comes before all others.
std::vector<LateClaim> late_claims(const ClusterState &state, uint32_t node,
                                   const device::Inventory *before, const device::Inventory &after);
// Give the pods these claims, or take them back.
void set_claims(const std::vector<LateClaim> &late) noexcept;
void unset_claims(const std::vector<LateClaim> &late) noexcept;

// Returns the new claim of a pod with the devices that were reserved for it here, if `known` is one
// of late_claims(); else the new claim itself.
std::shared_ptr<const Claim> with_reserved(const Claim &known, std::shared_ptr<const Claim> claim);

}  // namespace koord::sched
