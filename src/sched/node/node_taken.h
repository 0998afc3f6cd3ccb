// Amounts of NUMA nodes that a NodeResourceTopology reports as allocatable but not as available.
#pragma once

#include <vector>

#include "object/objects.h"
#include "sched/pod/holding.h"
#include "sched/resource_names.h"

namespace koord::sched {

// Returns these amounts by NUMA node and resource. CPUs of kubelet's
// pods are not included, because they are withheld one by one.
std::vector<NumaGrant> taken_of(const object::NodeTopology &topology, bool with_cpus,
                                ResourceNames &names);

}  // namespace koord::sched
