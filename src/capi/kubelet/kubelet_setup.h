// Kubelet's configuration and state files, from the form in which wire reads and writes them to the
// plain data of the kubelet module and back.
#pragma once

#include <string>
#include <string_view>

#include "base/kubelet_version.h"
#include "kubelet/config.h"
#include "kubelet/setup.h"
#include "kubelet/state.h"
#include "topology/topology.h"
#include "wire/kubelet/checkpoint.h"
#include "wire/kubelet/kubelet_config.h"

namespace koord::capi {

// Throws kUnsupported for what this library does not follow, kInvalid for gates that this version
// does not know.
kubelet::Config to_config(const wire::KubeletConfig &config, KubeletVersion version,
                          const Topology &topology);

// Who reads and writes the file of each manager; its containers are left out.
wire::KubeletReader cpu_file_reader(const kubelet::NodeSetup &setup);
wire::KubeletReader memory_file_reader(const kubelet::NodeSetup &setup);

// The files a kubelet finds when it starts; empty texts: none. Throws kInvalid or, where the
// checksum is wrong, kCorrupt, in kubelet's words, kLimit.
kubelet::CpuState read_cpu_state(std::string_view file, const kubelet::NodeSetup &setup);
kubelet::MemoryState read_memory_state(std::string_view file, const kubelet::NodeSetup &setup);

// kubelet_internal_checkpoint; throws as wire::read_device_checkpoint.
kubelet::DeviceState read_device_state(std::string_view file);
std::string write_device_state(const kubelet::DeviceState &state, const kubelet::NodeSetup &setup);

std::string write_cpu_state(const kubelet::CpuState &state, const kubelet::NodeSetup &setup);
std::string write_memory_state(const kubelet::MemoryState &state, const kubelet::NodeSetup &setup);

}  // namespace koord::capi
