// The types of devices that rules know by name, and the resources that devices of each have: to the
// rest of the library they are numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/well_known.h"

namespace koord {

enum WellKnownType : uint16_t { kTypeGpu, kTypeRdma, kTypeFpga, kWellKnownTypes };
inline constexpr std::array<std::string_view, kWellKnownTypes> kWellKnownTypeNames = {"gpu", "rdma",
                                                                                      "fpga"};
static_assert(!kWellKnownTypeNames.back().empty(), "expected a name for each type");

// A resource of devices.
struct DeviceResource {
  WellKnown resource;
  WellKnownType type;
  bool is_percent;  // of what a pod has of one device: 100 is all of it
  // Names that it has been published with, beside the one of today.
  std::array<std::string_view, 2> other_names = {};
};
inline constexpr DeviceResource kDeviceResources[] = {
    {kResourceGpuCore, kTypeGpu, true, {"kubernetes.io/gpu-core"}},
    {kResourceGpuMemory, kTypeGpu, false, {"koordinator.sh/gpu-mem", "kubernetes.io/gpu-memory"}},
    {kResourceGpuMemoryRatio,
     kTypeGpu,
     true,
     {"koordinator.sh/gpu-mem-ratio", "kubernetes.io/gpu-memory-ratio"}},
    {kResourceGpu, kTypeGpu, false},  // what pods have of it is gpu-core and gpu-memory-ratio
    {kResourceGpuShared, kTypeGpu, false},
    {kResourceNvidiaGpu, kTypeGpu, false},
    {kResourceAmdGpu, kTypeGpu, false},
    {kResourceDcuGpu, kTypeGpu, false},
    {kResourceNpuCore, kTypeGpu, false},
    {kResourceNpuCpu, kTypeGpu, false},
    {kResourceNpuDvpp, kTypeGpu, false},
    {kResourceRdma, kTypeRdma, true, {"kubernetes.io/rdma"}},
    {kResourceFpga, kTypeFpga, true, {"kubernetes.io/fpga"}}};

// Whether the table has a row for each of them, in the order of their numbers.
constexpr bool names_every_device_resource() noexcept {
  size_t number = kResourceGpuCore;
  for (const DeviceResource &row : kDeviceResources)
    if (row.resource != number++) return false;
  return number == kWellKnownResources;
}
static_assert(names_every_device_resource(),
              "kDeviceResources: expected a row for each resource of devices, in their order");

// Takes any number; nullptr: no well-known resource of devices.
constexpr const DeviceResource *find_device_resource(uint32_t resource) noexcept {
  const bool is_one = resource >= kResourceGpuCore && resource < kWellKnownResources;
  return is_one ? &kDeviceResources[resource - kResourceGpuCore] : nullptr;
}
constexpr const DeviceResource *find_device_resource(std::string_view name) noexcept {
  for (const DeviceResource &row : kDeviceResources)
    if (kWellKnownResourceNames[row.resource] == name) return &row;
  return nullptr;
}

}  // namespace koord
