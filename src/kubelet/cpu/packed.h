// Kubelet's packed assignment: whole NUMA nodes and sockets first, then L3 groups, cores and single
// CPUs. The domains with the fewest free CPUs always come first.
#pragma once

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "kubelet/cpu/machine.h"
#include "kubelet/cpu/rules.h"

namespace koord::kubelet {

struct PackedOptions {
  bool spread = false;         // distribute-cpus-across-cores: no whole cores
  bool align_uncores = false;  // prefer-align-cpus-by-uncorecache
  PickRules rules = pick_rules(kDefaultKubeletVersion);
};

// Writes `wanted` CPUs out of `available` to `out`; on refusal `out` is empty. A `wanted` below 1
// is granted with an empty set, as in kubelet.
Refusal pick_packed(const Machine &machine, const CpuSet &available, int wanted,
                    const PackedOptions &options, CpuSet &out);

Refusal not_enough_cpus(int wanted, int available);

}  // namespace koord::kubelet
