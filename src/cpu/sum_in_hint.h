// Whole cores of different width from the NUMA nodes of a hint.
#pragma once

#include "cpu/koordinator.h"

namespace koord::cpu {

// Picks whole cores whose widths sum up to the request: the NUMA nodes give as the strategy has it,
// as far as the others make up the rest. Returns false if no sum comes to what is asked for.
bool sum_in_hint(const Topology &topology, const Request &request, const State &state,
                 std::span<HintedNode> hint, CpuSet &out);

}  // namespace koord::cpu
