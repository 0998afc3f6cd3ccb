// Picks by Koordinator's policies on nodes whose kubelet has distribute-cpus-across-numa.
#pragma once

#include <optional>

#include "cpu/koordinator.h"

namespace koord::cpu {

bool deals_as_kubelet(const Request &request) noexcept;

// The `cpus` of `free` that kubelet would take: how many each NUMA node gives, and which where the
// request leaves that to kubelet. nullopt where its balance is not computed: above 64 NUMA nodes
// (with align-by-socket 16), and for whole cores of different width.
std::optional<CpuSet> deal_as_kubelet(const Topology &topology, const Request &request,
                                      const CpuSet &free, int cpus);

// Returns true if kubelet's choice is taken as it is: the request has no exclusive policy, prefers
// no CPUs, shares none and does not spread over cores.
bool takes_kubelets_cpus(const Request &request, const State &state) noexcept;

}  // namespace koord::cpu
