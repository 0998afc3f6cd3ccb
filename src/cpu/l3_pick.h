// L3-aware picking on top of Koordinator's policies: the same NUMA nodes, fewer L3 groups.
#pragma once

#include "cpu/koordinator.h"

namespace koord::cpu {

// Returns a set as large as `plain`, with as many CPUs from each NUMA node, on no more L3 groups
// and with no more split cores. Returns `plain` if none is found. The set is a subset of `usable`.
CpuSet with_fewest_l3(const Topology &topology, const Request &request, const State &state,
                      const CpuSet &usable, const CpuSet &plain);

}  // namespace koord::cpu
