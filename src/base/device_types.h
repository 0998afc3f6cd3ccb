// Device types and device resources that rules know by name. The rest of the library handles
// them as numbers.
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
// Types of MIG instances: "mig-" and the profile.
inline constexpr std::string_view kMigTypePrefix = "mig-";
constexpr bool is_mig_type(std::string_view type) noexcept {
  return type.starts_with(kMigTypePrefix);
}
static_assert(!kWellKnownTypeNames.back().empty(), "expected a name for each type");

// A resource of devices.
struct DeviceResource {
  WellKnown resource;
  WellKnownType type;
  bool is_percent;  // amounts are percent of one device; 100 is all of it
  // Other names under which it has been published.
  std::array<std::string_view, 2> other_names = {};
};
inline constexpr DeviceResource kDeviceResources[] = {
    {kResourceGpuCore, kTypeGpu, true, {"kubernetes.io/gpu-core"}},
    {kResourceGpuMemory, kTypeGpu, false, {"koordinator.sh/gpu-mem", "kubernetes.io/gpu-memory"}},
    {kResourceGpuMemoryRatio,
     kTypeGpu,
     true,
     {"koordinator.sh/gpu-mem-ratio", "kubernetes.io/gpu-memory-ratio"}},
    {kResourceGpu, kTypeGpu, false},  // accounted as gpu-core and gpu-memory-ratio
    {kResourceGpuShared, kTypeGpu, false},
    {kResourceNvidiaGpu, kTypeGpu, false},
    {kResourceAmdGpu, kTypeGpu, false},
    {kResourceDcuGpu, kTypeGpu, false},
    {kResourceNpuCore, kTypeGpu, false},
    {kResourceNpuCpu, kTypeGpu, false},
    {kResourceNpuDvpp, kTypeGpu, false},
    {kResourceRdma, kTypeRdma, true, {"kubernetes.io/rdma"}},
    {kResourceFpga, kTypeFpga, true, {"kubernetes.io/fpga"}}};

// Returns true if the table has a row for each of these resources, in the order of their numbers.
constexpr bool names_every_device_resource() noexcept {
  size_t number = kResourceGpuCore;
  for (const DeviceResource &row : kDeviceResources)
    if (row.resource != number++) return false;
  return number == kWellKnownResources;
}
static_assert(names_every_device_resource(),
              "kDeviceResources: expected a row for each resource of devices, in their order");

// Accept any number or name. Return nullptr if it is not a well-known resource of devices.
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
