// The allocation of a pod, with the names that its annotations use.
#pragma once

#include <cstdint>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

struct Allocation {
  uint32_t node = 0;
  object::ResourceStatus status;
  // Bind policies that were in force although the pod does
  // not state them: the node's and the configuration's.
  object::PodBind node_bind = object::PodBind::kDefault;
  object::PodBind default_bind = object::PodBind::kDefault;
  // default_bind is also written if the pod states that it prefers Default
  bool fills_default = false;
  std::vector<object::AllocatedDevice> devices;
};

// Describes a present or planned holding on a node.
Allocation describe(const ClusterState &state, uint32_t id, const Holding &holding);

}  // namespace koord::sched
