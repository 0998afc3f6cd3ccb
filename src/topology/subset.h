// A machine with some of its CPUs offline.
#pragma once

#include <memory>

#include "base/cpu_set.h"
#include "topology/topology.h"

namespace koord {

// Returns the same machine with only these of its CPUs, at least one. The others are offline.
std::shared_ptr<const Topology> with_cpus(const Topology &machine, const CpuSet &cpus);

}  // namespace koord
