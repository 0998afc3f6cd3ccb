// Koordinator's DeviceShare as a provider of NUMA hints, for the profile `upstream`.
#pragma once

#include <vector>

#include "base/refusal.h"
#include "numa/hints.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// Hints for a pod's devices. All `types` requested device types share them. NUMA nodes that devices
// name but the machine does not have get positions after those of Node::numa().
struct DeviceHints {
  // Set if the pod's devices do not fit on all of their NUMA
  // nodes together. The pod is then rejected under every policy.
  Refusal refusal;
  size_t types = 0;
  // By width, then lexicographically; empty if there is no preference.
  std::vector<numa::Hint> hints;
};

// Returns no hints if the pod requests none of the node's
// devices or if devices need not be aligned with CPUs.
DeviceHints upstream_device_hints(const View &node, const Shape &shape, const Placement &placement);

}  // namespace koord::sched
