// Picks by Koordinator's policies on nodes whose kubelet has distribute-cpus-across-numa.
#pragma once

#include <optional>

#include "cpu/koordinator.h"

namespace koord::cpu {

bool distributes_as_kubelet(const Request &request) noexcept;

// Returns the `cpus` CPUs of `free` that kubelet would take. They define the number of CPUs of each
// NUMA node, and the CPUs themselves if the request leaves that choice to kubelet. Returns nullopt
// if kubelet's balance is not computed: for more than 64 NUMA nodes (16 with align-by-socket), and
// for whole cores of different width.
std::optional<CpuSet> distribute_as_kubelet(const Topology &topology, const Request &request,
                                            const CpuSet &free, int cpus);

// Returns true if kubelet's choice of CPUs is used unchanged: the request has no exclusive policy,
// prefers no CPUs, shares none and does not spread over cores.
bool takes_kubelets_cpus(const Request &request, const State &state) noexcept;

}  // namespace koord::cpu
