// Kubelet's distributed assignment: the request in equal parts from as few NUMA nodes as can give
// equal parts, chosen so that what is left is even.
#pragma once

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "cpu/kubelet_machine.h"

namespace koord::kubelet {

// group: CPUs are handed out in groups of this size (>= 1); spread: as in PackedOptions, within a
// node. Otherwise as pick_packed. Throws kLimit when more than kMaxBalancedNodes nodes have free
// CPUs.
Refusal pick_distributed(const Machine &machine, const CpuSet &available, int wanted, int group,
                         bool spread, CpuSet &out);

}  // namespace koord::kubelet
