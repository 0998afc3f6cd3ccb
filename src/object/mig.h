// GPUs in MIG mode (NVIDIA's Multi-Instance GPU). A device plugin hands out their instances, so
// that no pod gets such a GPU as a whole.
#pragma once

#include <string_view>
#include <vector>

#include "object/devices.h"

namespace koord::object {

// Labels of ours on a device. A GPU in MIG mode has the first as "enabled"; any value but
// "disabled" and an empty one counts. The second lists the ids of its instances, with commas.
inline constexpr std::string_view kGpuMigLabel = "node.koordinator.sh/gpu-mig";
inline constexpr std::string_view kGpuMigInstancesLabel = "node.koordinator.sh/gpu-mig-instances";

bool in_mig_mode(const DeviceInfo &device);
// Views of the label's text; empty where it is absent.
std::vector<std::string_view> mig_instances(const Labels &device);

// Ids of instances: "MIG-<uuid>", or "MIG-GPU-<uuid>/<gi>/<ci>" of drivers before 470.
inline bool is_mig_instance(std::string_view id) { return id.starts_with("MIG-"); }
// The id of the GPU that the older form contains; empty for other ids.
std::string_view gpu_named_by(std::string_view instance);

}  // namespace koord::object
