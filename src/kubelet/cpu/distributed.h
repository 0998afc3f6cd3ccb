// Kubelet's distributed assignment: equal parts from the smallest number of NUMA nodes that can
// give them, chosen so that the CPUs left on the nodes are even.
#pragma once

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "kubelet/cpu/machine.h"
#include "kubelet/cpu/rules.h"

namespace koord::kubelet {

struct DistributedOptions {
  int group = 1;           // CPUs are handed out in groups of this size
  bool spread = false;     // as in PackedOptions, within a node
  bool by_socket = false;  // align-by-socket
  int nodes_of_hint = 0;   // NUMA nodes of the topology manager's hint, 0 if it has no preference
  PickRules rules = pick_rules(kDefaultKubeletVersion);
};

// Has the contract of pick_packed(). Throws kLimit if more nodes have free CPUs than the
// balance takes.
Refusal pick_distributed(const Machine &machine, const CpuSet &available, int wanted,
                         const DistributedOptions &options, CpuSet &out);

}  // namespace koord::kubelet
