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
  size_t which;  // index of the relocation
  CpuSet cpus;   // CPUs that its pod owns from now on
  bool last;     // `to` is reached and no step follows
};

// Finds steps in which no CPU ever has two owners. `free`: CPUs that no pod owns and any may.
// `frozen`: CPUs that stay taken when a pod releases them. Each pod moves once, or twice if pods
// wait for each other: first to free CPUs that no pod waits for or, if these are too few, to as
// many of its new CPUs as are available, never to none. Returns false if there is no such order.
bool order_moves(const CpuSet &free, const CpuSet &frozen, const std::vector<Relocation> &moves,
                 std::vector<MoveStep> &out);

}  // namespace koord::plan
