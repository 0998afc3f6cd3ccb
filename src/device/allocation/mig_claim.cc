#include "device/allocation/mig_claim.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/device_types.h"
#include "object/mig_instances.h"

namespace koord::device {
namespace {

Refusal refuse(Reason reason, Profile profile) {
  Refusal out = Refusal::of(reason, profile);
  out.object = Object::kDevice;
  out.device_type = -1;  // the type has no number here
  return out;
}

}  // namespace

Refusal complete_mig_claim(const object::PodTotals &totals, Profile profile,
                           std::vector<object::AllocatedDevice> &claim) {
  std::map<std::string, int64_t> claimed;  // by resource
  for (object::AllocatedDevice &device : claim) {
    if (!is_mig_type(device.type)) continue;
    std::string resource = object::mig_resource_of_type(device.type);
    const bool is_one =
        device.resources.empty() ||
        (device.resources.size() == 1 && device.resources.front().resource == resource &&
         device.resources.front().value == 1);
    if (!is_one) {
      Refusal out = refuse(Reason::kDeviceAmount, profile);
      out.where_object = Object::kDevice;
      out.where = device.minor;
      return out;
    }
    device.resources = {{resource, 1}};
    ++claimed[std::move(resource)];
  }
  for (const auto &[resource, count] : claimed) {
    const auto request = std::ranges::find(totals.requests, resource, &object::Amount::resource);
    const int64_t requested = request == totals.requests.end() ? 0 : request->value;
    if (count == requested) continue;
    Refusal out = refuse(requested == 0 ? Reason::kDevicesNotAsked : Reason::kDeviceCount, profile);
    out.needed = count;
    out.best = requested;
    return out;
  }
  return {};
}

}  // namespace koord::device
