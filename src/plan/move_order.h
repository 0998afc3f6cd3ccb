// The order in which pods of a node change their CPUs, so that no CPU ever has two owners.
#pragma once

#include <cstddef>
#include <vector>

#include "base/cpu_set.h"

namespace koord::plan {

struct Relocation {
  CpuSet from;
  CpuSet to;
};

struct MoveStep {
  size_t which;  // relocation
  CpuSet cpus;   // what its pod owns from now on
  bool last;     // `to`: nothing comes after it
};

// `free`: CPUs that nobody owns and anybody may. `frozen`: CPUs that stay taken whoever lets go of
// them. Each pod moves once, or twice where pods wait for each other: first to CPUs that are free
// and that nobody waits for, or, where those are too few, to as much of its new CPUs as it can
// have, never to none. False: there is no such order.
bool order_moves(const CpuSet &free, const CpuSet &frozen, const std::vector<Relocation> &moves,
                 std::vector<MoveStep> &out);

}  // namespace koord::plan
