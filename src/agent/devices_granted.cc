#include "agent/devices_granted.h"

#include <algorithm>

#include "base/device_types.h"
#include "base/profile_rules.h"
#include "object/mig_instances.h"

namespace koord::agent {
namespace {

constexpr int64_t kWhole = 100;
constexpr int64_t kUnknown = 0;

// Returns the amount that a device has, or kUnknown if it depends on the device.
int64_t size_of(std::string_view resource) {
  if (resource.starts_with(object::kMigResourcePrefix)) return 1;
  const DeviceResource *known = find_device_resource(resource);
  return known != nullptr && known->is_percent ? kWhole : kUnknown;
}

}  // namespace

Refusal DevicesGranted::grant(const PodFacts &pod) {
  if (pod.devices.empty() || !rules_of(profile_).judges_claims) return {};
  if (pod.devices_refused.refused()) return pod.devices_refused;
  for (const object::AllocatedDevice &device : pod.devices_used) {
    const bool is_short =
        std::any_of(device.resources.begin(), device.resources.end(),
                    [&](const object::Amount &amount) {
                      const int64_t size = size_of(amount.resource);
                      const auto at = used_.find({device.type, device.minor, amount.resource});
                      return size != kUnknown && at != used_.end() &&
                             at->second + amount.value > size;
                    }) ||
        std::any_of(device.vfs.begin(), device.vfs.end(), [&](const object::VirtualFunction &vf) {
          return functions_.contains(vf.bus_id);
        });
    if (!is_short) continue;
    Refusal refusal = Refusal::of(Reason::kDeviceTaken, profile_);
    refusal.object = refusal.where_object = Object::kDevice;
    refusal.where = device.minor;
    const auto type = std::ranges::find(kWellKnownTypeNames, device.type);
    refusal.device_type = type == kWellKnownTypeNames.end()
                              ? -1
                              : static_cast<int32_t>(type - kWellKnownTypeNames.begin());
    return refusal;
  }
  for (const object::AllocatedDevice &device : pod.devices_used) {
    for (const object::Amount &amount : device.resources)
      if (size_of(amount.resource) != kUnknown)
        used_[{device.type, device.minor, amount.resource}] += amount.value;
    for (const object::VirtualFunction &vf : device.vfs) functions_.insert(vf.bus_id);
  }
  return {};
}

}  // namespace koord::agent
