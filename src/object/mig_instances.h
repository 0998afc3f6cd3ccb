// Instances of GPUs in MIG mode: bounds, names and checks of the list in a Device object.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/device_types.h"
#include "object/devices.h"

namespace koord::object {

// Limits of NVIDIA's drivers. GPUs have at most 7 instances; those with 4 memory slices have 4.
inline constexpr int32_t kMaxMigInstances = 7;
inline constexpr int32_t kMaxMigGi = 15;      // ids of GPU instances, 0..15
inline constexpr int32_t kMaxMigCi = 7;       // ids of compute instances within one, 0..7
inline constexpr int32_t kMaxMigSlices = 64;  // memory slices; present GPUs have 4 or 8
inline constexpr int32_t kMaxMigGpuMinor = 255;
// The library's limit on the instances of one profile on a node, as for all types of devices.
inline constexpr int kMaxMigOfProfile = 64;

// Returns true for "[Nc.]Ng.Mgb", followed by attributes such as "+me", "+me.all" or "-me".
bool is_mig_profile(std::string_view text);
// Returns the extended resource of a profile as NVIDIA's device plugin names it:
// "nvidia.com/mig-1g.10gb.me" for "1g.10gb+me".
std::string mig_resource(std::string_view profile);
// Returns the device type of a profile's instances, "mig-1g.10gb.me": the resource without group.
std::string mig_type(std::string_view profile);
inline constexpr std::string_view kMigResourcePrefix = "nvidia.com/mig-";
// Returns the extended resource of a device type for which is_mig_type() is true.
std::string mig_resource_of_type(std::string_view type);
// Returns the minor of an instance within its type: unique on the node, and the same as long as the
// instance exists.
int32_t mig_minor(int32_t gpu_minor, const MigInstance &instance);

// An invalid entry of DeviceObject::mig.
struct MigFault {
  size_t gpu = 0;
  std::optional<size_t> instance;  // absent if the fault is in the entry of the GPU
  std::string field;
  std::string text;  // "found ..., expected ..."
};
// Returns the first fault, or nullopt if the list is valid: every entry names a GPU of `devices`,
// ids and positions are unique, placements of different GPU instances do not overlap, and no
// profile has more than kMaxMigOfProfile instances.
std::optional<MigFault> find_mig_fault(std::span<const MigGpu> gpus,
                                       std::span<const DeviceInfo> devices);

}  // namespace koord::object
