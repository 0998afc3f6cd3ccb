// GPUs in MIG mode (NVIDIA's Multi-Instance GPU). No pod gets such a GPU as a whole.
#pragma once

#include <string_view>
#include <vector>

#include "object/devices.h"

namespace koord::object {

// libkoord's labels on a device. The first marks a GPU in MIG mode with
// "enabled"; other values count as well, except "disabled" and an empty
// one. The second lists the ids of its instances, separated by commas.
inline constexpr std::string_view kGpuMigLabel = "node.koordinator.sh/gpu-mig";
inline constexpr std::string_view kGpuMigInstancesLabel = "node.koordinator.sh/gpu-mig-instances";

bool in_mig_mode(const DeviceInfo &device);
// Returns true also for a GPU whose instances the object lists, whatever its label.
bool in_mig_mode(const DeviceObject &object, const DeviceInfo &device);
// Returns views of the label's text, or an empty list if the label is absent.
std::vector<std::string_view> mig_instances(const Labels &device);

// Returns true for ids of instances: "MIG-<uuid>", or
// "MIG-GPU-<uuid>/<gi>/<ci>" of drivers before 470.
inline bool is_mig_instance(std::string_view id) { return id.starts_with("MIG-"); }
// Returns the GPU id in the older form, or an empty view for other ids.
std::string_view gpu_named_by(std::string_view instance);

}  // namespace koord::object
