// Kubelet's configuration and state files, from the form in which wire reads and writes them to the
// plain data of the kubelet module and back.
#pragma once

#include <string>
#include <string_view>

#include "kubelet/config.h"
#include "kubelet/state.h"
#include "topology/topology.h"
#include "wire/kubelet_config.h"

namespace koord::capi {

// Throws kUnsupported for what this library does not follow.
kubelet::Config to_config(const wire::KubeletConfig &config, const Topology &topology);

// The files a kubelet finds when it starts; empty texts: none. Throws kInvalid or, where the checksum
// is wrong, kCorrupt, in kubelet's words, kLimit.
kubelet::CpuState read_cpu_state(std::string_view file, bool static_policy);
kubelet::MemoryState read_memory_state(std::string_view file, bool static_policy);

std::string write_cpu_state(const kubelet::CpuState &state, bool static_policy);
std::string write_memory_state(const kubelet::MemoryState &state, bool static_policy);

}  // namespace koord::capi
