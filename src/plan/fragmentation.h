// Quality of a node's CPU allocation: policies of its pods
// that are not met, and the room left between the pods.
#pragma once

#include <compare>
#include <cstdint>

#include "sched/node/node.h"

namespace koord::plan {

// Compared field by field down to largest_block; smaller is better. Running pods precede future
// pods, and NUMA nodes precede the shape of cores, as in the choice of a pod's first CPUs. There
// are no weights, so that no gain outweighs a loss in a more important field.
struct Fragmentation {
  int32_t contested = 0;      // CPUs that a pod owns although another pod does, too, or no pod may
  int32_t extra_numa = 0;     // NUMA nodes that pods use beyond the fewest that hold their CPUs
  int32_t extra_sockets = 0;  // likewise for sockets
  int32_t unmet_pods = 0;     // pods that own CPUs and whose policies are not all met
  int32_t stranded = 0;       // free CPUs on cores that are not free
  int32_t largest_block = 0;  // most free CPUs on free cores of one NUMA node; larger is better

  // Derived from the other fields and not compared.
  int32_t free_cpus = 0;
  int32_t free_cores = 0;  // all threads free
  int32_t percent = 0;  // how much smaller the largest block is than these free CPUs could make it

  bool operator==(const Fragmentation &) const = default;
};

// Returns less if `a` is better.
std::strong_ordering compare(const Fragmentation &a, const Fragmentation &b);

// Sets the fields that follow from the free CPUs: `stranded` and all after it.
void measure_room(const sched::Node &node, Fragmentation &out);

}  // namespace koord::plan
