// Whole cores of different width from the NUMA nodes of a hint.
#pragma once

#include "cpu/koordinator.h"

namespace koord::cpu {

// Picks whole cores whose widths add up to the request. The NUMA nodes give CPUs in the order
// of the strategy, as far as the other nodes can make up the rest. Returns false if no sum
// equals the request.
bool sum_in_hint(const Topology &topology, const Request &request, const State &state,
                 std::span<HintedNode> hint, CpuSet &out);

}  // namespace koord::cpu
