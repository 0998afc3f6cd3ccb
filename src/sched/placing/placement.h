// Placement of a pod on a node, and the caller's conditions for it.
#pragma once

#include <optional>

#include "numa/hints.h"
#include "sched/node/summary.h"

namespace koord::sched {

// A possible placement of a pod on a node.
struct Placement {
  bool binds = false;        // gets CPUs of its own
  bool required = false;     // the bind policy must hold for each of these CPUs
  bool fills_cores = false;  // see cpu::Request; amounts are then those of all free CPUs
  cpu::BindPolicy bind = cpu::BindPolicy::kDefault;
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;
  object::NumaPolicy numa = object::NumaPolicy::kNone;
  bool cpus_alone = false;     // choose NUMA nodes by CPUs only; ignore other amounts and devices
  bool devices_alone = false;  // choose NUMA nodes by devices only
  bool by_links = false;       // see Conditions
  bool pooled = false;         // bound to the shared pools of its NUMA nodes
  bool aligned = false;        // limited to the NUMA nodes of `mask`
  bool devices_anywhere = false;  // devices may be on other NUMA nodes
  numa::Mask mask = 0;            // positions in Node::numa()
  // NUMA nodes that supply the devices of a pod which nothing else limits to NUMA nodes; 0: any.
  numa::Mask device_nodes = 0;
  numa::Mask granted = 0;  // NUMA nodes of `mask` that supply something; set under `upstream` only
  int width = 0;           // number of NUMA nodes used, aligned or not; 0 if unknown
  std::optional<numa::Mask> lone_nodes;  // NumaChoice::lone_nodes, if nodes have been chosen
  // See Conditions.
  const CpuSet *preferred = nullptr;
  const device::Grants *devices = nullptr;
  numa::Mask keep = 0;
};

// Decisions that the caller has made already.
struct Conditions {
  // Ignore amounts of the whole node (NodeResourcesFit) and spec.unschedulable.
  bool skip_fit = false;
  // NUMA nodes to use, positions in Node::numa(); 0 if they are to be chosen
  numa::Mask affinity = 0;
  const CpuSet *preferred = nullptr;      // CPUs to take first
  const DeviceGrants *devices = nullptr;  // devices that the pod has and keeps
  bool stays = false;   // the pod is on the node already: kubelet's admission is not repeated
  numa::Mask keep = 0;  // NUMA nodes that must be among those chosen, positions in Node::numa()
  // Compare the links of GPUs on NUMA nodes that are equally suitable. Verdicts do not need it.
  bool by_links = false;
};

}  // namespace koord::sched
