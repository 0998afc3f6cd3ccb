// What a NodeResourceTopology says is allocatable on a NUMA node and not available.
#pragma once

#include <vector>

#include "object/objects.h"
#include "sched/pod/holding.h"
#include "sched/resource_names.h"

namespace koord::sched {

// By NUMA node and resource, less the CPUs of kubelet's pods, which are withheld one by one.
std::vector<NumaGrant> taken_of(const object::NodeTopology &topology, bool with_cpus,
                                ResourceNames &names);

}  // namespace koord::sched
