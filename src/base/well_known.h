// Resources that rules know by name. They have the same small numbers everywhere. Resources of
// devices, from kResourceGpuCore on, have a row each in base/device_types.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace koord {

enum WellKnown : uint16_t {
  kResourceCpu,
  kResourceMemory,
  kResourcePods,
  kResourceGpuCore,         // percent of a GPU's compute
  kResourceGpuMemory,       // bytes
  kResourceGpuMemoryRatio,  // percent of a GPU's memory
  kResourceGpu,             // percent of both
  kResourceGpuShared,       // GPUs over which the pod's amounts are spread
  kResourceNvidiaGpu,       // whole GPUs
  kResourceAmdGpu,
  kResourceDcuGpu,
  kResourceNpuCore,
  kResourceNpuCpu,
  kResourceNpuDvpp,
  kResourceRdma,
  kResourceFpga,
  kWellKnownResources  // number of resources
};
inline constexpr std::array<std::string_view, kWellKnownResources> kWellKnownResourceNames = {
    "cpu",
    "memory",
    "pods",
    "koordinator.sh/gpu-core",
    "koordinator.sh/gpu-memory",
    "koordinator.sh/gpu-memory-ratio",
    "koordinator.sh/gpu",
    "koordinator.sh/gpu.shared",
    "nvidia.com/gpu",
    "amd.com/gpu",
    "dcu.com/gpu",
    "huawei.com/npu-core",
    "huawei.com/npu-cpu",
    "huawei.com/npu-dvpp",
    "koordinator.sh/rdma",
    "koordinator.sh/fpga"};
static_assert(!kWellKnownResourceNames.back().empty(), "expected a name for each resource");

}  // namespace koord
