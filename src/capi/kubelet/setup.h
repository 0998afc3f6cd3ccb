// Conversion of kubelet's configuration and state files between the structures of the wire module
// and those of the kubelet module.
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

// Throws kUnsupported for settings that this library does not support, kInvalid for feature gates
// that this version does not know.
kubelet::Config to_config(const wire::KubeletConfig &config, KubeletVersion version,
                          const Topology &topology);

// Return the reader and writer of each manager's file, without its containers.
wire::KubeletReader cpu_file_reader(const kubelet::NodeSetup &setup);
wire::KubeletReader memory_file_reader(const kubelet::NodeSetup &setup);

// Read the files that a kubelet finds when it starts; an empty text stands for no file. Throw
// kInvalid or, if the checksum is wrong, kCorrupt, with kubelet's message; kLimit.
kubelet::CpuState read_cpu_state(std::string_view file, const kubelet::NodeSetup &setup);
kubelet::MemoryState read_memory_state(std::string_view file, const kubelet::NodeSetup &setup);
kubelet::MemoryState read_memory_state(std::string_view file, const wire::KubeletReader &reader);

// Reads kubelet_internal_checkpoint. Throws as wire::read_device_checkpoint.
kubelet::DeviceState read_device_state(std::string_view file);
std::string write_device_state(const kubelet::DeviceState &state, const kubelet::NodeSetup &setup);

std::string write_cpu_state(const kubelet::CpuState &state, const kubelet::NodeSetup &setup);
std::string write_memory_state(const kubelet::MemoryState &state, const kubelet::NodeSetup &setup);

}  // namespace koord::capi
