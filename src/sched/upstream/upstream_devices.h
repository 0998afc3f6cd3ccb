// Koordinator's DeviceShare as a provider of NUMA hints, for the profile `upstream`.
#pragma once

#include <vector>

#include "base/refusal.h"
#include "numa/hints.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// Hints of a pod's devices: each of `types` device types that it requests has the same. The NUMA
// nodes that devices state and the machine does not have are named by positions that follow those
// of Node::numa().
struct DeviceHints {
  // Set if the pod cannot have its devices from all their NUMA nodes together. It is refused then,
  // whatever the policy.
  Refusal refusal;
  size_t types = 0;
  std::vector<numa::Hint> hints;  // by width, then lexicographically; empty: no preference
};

// Returns the hints of the pod's devices. There are none if it requests none of the node's devices
// or if devices are not aligned with CPUs.
DeviceHints upstream_device_hints(const View &node, const Shape &shape, const Placement &placement);

}  // namespace koord::sched
