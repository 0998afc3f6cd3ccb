#include "agent/devices_granted.h"

#include <algorithm>

#include "base/device_types.h"
#include "base/profile_rules.h"
#include "device/device_id.h"
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

// The rules are those of device::Pool::find().
DevicesGranted::Name DevicesGranted::name_of(const object::AllocatedDevice &device) const {
  Name out{device.minor, device.id};
  const auto of_type = ids_.find(device.type);
  if (of_type == ids_.end()) return out;
  const auto at = of_type->second.find(device.minor);
  const std::string_view found = at == of_type->second.end() ? "" : std::string_view(at->second);
  if (device.id.empty() || found == device.id) return {device.minor, found};
  for (const auto &[minor, id] : of_type->second)
    if (id == device.id) return {minor, id};
  out.gone = device::kind_of_id(found) == device::kind_of_id(device.id);
  return out.gone ? out : Name{device.minor, found};
}

int64_t DevicesGranted::used(const Name &device, std::string_view type,
                             std::string_view resource) const {
  int64_t out = 0;
  const auto uses = used_.find({type, device.minor, resource});
  if (uses == used_.end()) return out;
  for (const Use &use : uses->second)
    if (use.device.may_equal(device)) out += use.amount;
  return out;
}

Refusal DevicesGranted::grant(const PodFacts &pod) {
  if (pod.devices.empty() || !rules_of(profile_).judges_claims) return {};
  if (pod.devices_refused.refused()) return pod.devices_refused;
  for (const object::AllocatedDevice &device : pod.devices_used) {
    const Name name = name_of(device);
    const bool is_short =
        std::any_of(device.resources.begin(), device.resources.end(),
                    [&](const object::Amount &amount) {
                      const int64_t size = size_of(amount.resource);
                      const int64_t before = used(name, device.type, amount.resource);
                      return size != kUnknown && before > 0 && before + amount.value > size;
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
    const Name name = name_of(device);
    for (const object::Amount &amount : device.resources)
      if (size_of(amount.resource) != kUnknown)
        used_[{device.type, name.minor, amount.resource}].push_back({name, amount.value});
    for (const object::VirtualFunction &vf : device.vfs) functions_.insert(vf.bus_id);
  }
  return {};
}

}  // namespace koord::agent
