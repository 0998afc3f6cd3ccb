// How well the CPUs of a node are used: what its pods lack, and what room is left between them.
#pragma once

#include <compare>
#include <cstdint>

#include "sched/node/node.h"

namespace koord::plan {

// Ordered by the fields down to largest_block as they stand here, less is better: pods that run
// come before those that may come, and NUMA nodes before the shape of cores, as in the choice of a
// pod's first CPUs. No weights, so that nothing is traded for something that matters more.
struct Fragmentation {
  int32_t contested = 0;      // CPUs that a pod owns although another does too, or nobody may
  int32_t extra_numa = 0;     // NUMA nodes that pods are on beyond the fewest that have their CPUs
  int32_t extra_sockets = 0;  // the same of sockets
  int32_t unmet_pods = 0;     // pods that own CPUs and whose policies do not all hold
  int32_t stranded = 0;       // free CPUs on cores that are not free
  int32_t largest_block = 0;  // most free CPUs on free cores of one NUMA node; more is better

  // They follow from the others and decide nothing.
  int32_t free_cpus = 0;
  int32_t free_cores = 0;  // with all their threads
  int32_t percent = 0;  // how much smaller the largest block is than as many free CPUs could make

  bool operator==(const Fragmentation &) const = default;
};

// Less: better.
std::strong_ordering compare(const Fragmentation &a, const Fragmentation &b);

// Fills in what follows from the free CPUs: `stranded` and all members after it.
void measure_room(const sched::Node &node, Fragmentation &out);

}  // namespace koord::plan
