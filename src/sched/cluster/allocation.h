// What a pod got, by the names that its annotations use.
#pragma once

#include <cstdint>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

struct Allocation {
  uint32_t node = 0;
  object::ResourceStatus status;
  // The bind policy that was in force though the pod does not state it: the node's, or the
  // configuration's.
  object::PodBind node_bind = object::PodBind::kDefault;
  object::PodBind default_bind = object::PodBind::kDefault;
  bool fills_default = false;  // that is also told where the pod prefers Default by that word
  std::vector<object::AllocatedDevice> devices;
};

// Describes what a pod holds on a node, or would by a plan.
Allocation describe(const ClusterState &state, uint32_t id, const Holding &holding);

}  // namespace koord::sched
