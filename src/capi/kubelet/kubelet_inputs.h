// What kubelet's files say about a node, put together from the modules that each know a part.
#pragma once

#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/kubelet_version.h"
#include "topology/topology.h"
#include "wire/kubelet/kubelet_config.h"
#include "wire/node/nrt_annotations.h"

namespace koord::capi {

// The CPUs that kubelet keeps for the system: those the configuration names, else as many as it
// asks for, picked as the static policy picks them when it starts. kInvalid when it would not
// start.
CpuSet reserved_cpus(const Topology &topology, const wire::KubeletConfig &config,
                     KubeletVersion version);

// The exclusive CPUs in cpu_manager_state; none when `state` is empty.
std::vector<wire::PodCpus> read_allocations(std::string_view state);

}  // namespace koord::capi
