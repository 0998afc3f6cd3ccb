#include "object/mig.h"

#include <algorithm>

#include "object/device_names.h"

namespace koord::object {

bool in_mig_mode(const DeviceInfo &device) {
  if (device.type != kGpuType) return false;
  const std::string *mode = find_label(device.labels, kGpuMigLabel);
  return mode != nullptr && !mode->empty() && *mode != "disabled";
}

bool in_mig_mode(const DeviceObject &object, const DeviceInfo &device) {
  return in_mig_mode(device) ||
         (device.type == kGpuType && std::ranges::any_of(object.mig, [&](const MigGpu &gpu) {
            return gpu.minor == device.minor;
          }));
}

std::vector<std::string_view> mig_instances(const Labels &device) {
  std::vector<std::string_view> out;
  const std::string *list = find_label(device, kGpuMigInstancesLabel);
  if (list == nullptr) return out;
  for (std::string_view rest = *list; !rest.empty();) {
    const std::string_view id = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), id.size() + 1));
    if (is_mig_instance(id)) out.push_back(id);
  }
  return out;
}

std::string_view gpu_named_by(std::string_view instance) {
  if (!instance.starts_with("MIG-GPU-")) return {};
  instance.remove_prefix(4);
  return instance.substr(0, instance.find('/'));
}

}  // namespace koord::object
