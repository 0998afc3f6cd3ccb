// Devices of pods that were reserved here without them: a device plugin chooses the devices, or the
// Device object adds them later.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

// Returns a pod that is reserved on a node. If some of its devices were not chosen here, because
// the node has no Device object or because device plugins choose them, the pod has those that its
// claims or kubelet's record name. The devices that were reserved become its claim, which ranks
// before all others.
Pod reserved_pod(const ClusterState &state, uint32_t node, int32_t priority, Holding holding);
// Returns true if the claim of a pod from reserved_pod() concerns devices that the node has, so
// that it must be evaluated.
inline bool must_be_evaluated(const ClusterState &state, const Pod &reserved) {
  return reserved.claim != nullptr && state.nodes[reserved.node].devices() != nullptr;
}

// A pod that was reserved here, and its claim from now on.
struct LateClaim {
  Pod *pod;
  std::shared_ptr<const Claim> claim;
};

// Returns the pods of the node that request devices of a type which `after` has and `before`
// (nullable) lacks, or that device plugins give according to `after`. No devices of that type were
// reserved for them, so their annotations and other sources state them.
std::vector<LateClaim> late_claims(const ClusterState &state, uint32_t node,
                                   const device::Inventory *before, const device::Inventory &after);
// Assign the claims to the pods, or remove them again.
void set_claims(const std::vector<LateClaim> &late) noexcept;
void unset_claims(const std::vector<LateClaim> &late) noexcept;

// Returns the new claim of a pod with the devices that were reserved for it here, if `known` is
// of reserved_pod() or late_claims(); else the new claim itself.
std::shared_ptr<const Claim> with_reserved(const Claim &known, std::shared_ptr<const Claim> claim);

}  // namespace koord::sched
