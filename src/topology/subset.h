// A machine some of whose CPUs are offline.
#pragma once

#include <memory>

#include "base/cpu_set.h"
#include "topology/topology.h"

namespace koord {

// The same machine with these of its CPUs only, at least one; the others are offline.
std::shared_ptr<const Topology> with_cpus(const Topology &machine, const CpuSet &cpus);

}  // namespace koord
