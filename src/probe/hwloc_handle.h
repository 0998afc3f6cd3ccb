// hwloc's C handles in C++ terms.
#pragma once

#include <hwloc.h>

#include <memory>

#include "base/cpu_set.h"

namespace koord::probe {

struct HwlocDeleter {
  void operator()(hwloc_topology *topology) const noexcept { hwloc_topology_destroy(topology); }
};
using HwlocTopology = std::unique_ptr<hwloc_topology, HwlocDeleter>;

// Throws kLimit, naming `field`, for ids at or above CpuSet::kCapacity and for infinite sets.
CpuSet to_cpu_set(hwloc_const_bitmap_t bitmap, const char *field);

}  // namespace koord::probe
