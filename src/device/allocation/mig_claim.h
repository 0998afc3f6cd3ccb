// Claims of pods to MIG instances, for callers that do not know the node's devices.
#pragma once

#include <vector>

#include "base/refusal.h"
#include "object/objects.h"
#include "object/pod_request.h"

namespace koord::device {

// Completes the MIG instances of a claim: each is one unit of its profile's resource. Returns a
// refusal if an entry states anything else, or if the claim has another number of instances of a
// profile than the pod requests. Without the node's Device object MIG instances look like divisible
// devices.
Refusal complete_mig_claim(const object::PodTotals &totals, Profile profile,
                           std::vector<object::AllocatedDevice> &claim);

}  // namespace koord::device
