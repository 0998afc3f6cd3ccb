// Facts about a node from kubelet's files, which several modules contribute to.
#pragma once

#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/kubelet_version.h"
#include "topology/topology.h"
#include "wire/kubelet/kubelet_config.h"
#include "wire/node/nrt_annotations.h"

namespace koord::capi {

// Returns the CPUs that kubelet reserves for the system: those named in the
// configuration, or else the required number, picked as the static policy
// picks them at its start. Throws kInvalid if kubelet would not start.
CpuSet reserved_cpus(const Topology &topology, const wire::KubeletConfig &config,
                     KubeletVersion version);

// Returns the exclusive CPUs in cpu_manager_state; none if `state` is empty.
std::vector<wire::PodCpus> read_allocations(std::string_view state);

}  // namespace koord::capi
