// How a pod goes on a node, and what the caller wants of that.
#pragma once

#include "numa/hints.h"
#include "sched/node/summary.h"

namespace koord::sched {

// How a pod of a shape would be placed on a node.
struct Placement {
  bool binds = false;     // gets CPUs of its own
  bool required = false;  // the bind policy must hold for each of them
  cpu::BindPolicy bind = cpu::BindPolicy::kDefault;
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;
  object::NumaPolicy numa = object::NumaPolicy::kNone;
  bool cpus_alone = false;        // other amounts and devices do not matter for which NUMA nodes
  bool pooled = false;            // bound to the shared pools of its NUMA nodes
  bool aligned = false;           // keeps to the NUMA nodes of `mask`
  bool devices_anywhere = false;  // its devices need not be there
  numa::Mask mask = 0;            // positions in Node::numa()
  numa::Mask granted = 0;         // those of them that give something; told under upstream
  int width = 0;                  // how many NUMA nodes it takes, aligned or not; 0: cannot be told
  // As in Conditions.
  const CpuSet *preferred = nullptr;
  const device::Grants *devices = nullptr;
  numa::Mask keep = 0;
};

// What a caller has settled elsewhere.
struct Conditions {
  bool skip_fit = false;    // amounts of the whole node (NodeResourcesFit) and spec.unschedulable
  numa::Mask affinity = 0;  // the NUMA nodes to use, positions in Node::numa(); 0: choose them
  const CpuSet *preferred = nullptr;      // CPUs to take before others
  const DeviceGrants *devices = nullptr;  // that the pod has and keeps
  bool stays = false;   // the pod is on the node already: its kubelet is not asked once more
  numa::Mask keep = 0;  // NUMA nodes that must be among those chosen, positions in Node::numa()
};

}  // namespace koord::sched
