#include "device/node_resources.h"

#include <map>
#include <string>

#include "base/error.h"
#include "object/device_names.h"
#include "object/mig.h"

namespace koord::device {
namespace {

using SumOfResource = std::map<std::string, int64_t, std::less<>>;

void add(SumOfResource &sums, std::string_view resource, int64_t value) {
  const auto at = sums.try_emplace(std::string(resource), 0).first;
  if (__builtin_add_overflow(at->second, value, &at->second))
    throw Error(Status::kLimit,
                std::string(resource) + ": the sum over the devices is above 2^63 - 1");
}

bool has_koord_gpu(const object::DeviceObject &devices) {
  const std::string *vendor = object::find_label(devices.labels, object::kGpuVendorLabel);
  return vendor == nullptr || vendor->empty() || *vendor == object::kNvidiaVendor;
}

}  // namespace

NodeResources node_resources(const object::DeviceObject &devices, bool shared) {
  SumOfResource sums;
  const bool koord_gpu = has_koord_gpu(devices);
  for (const object::DeviceInfo &device : devices.devices) {
    const bool offered = device.healthy && !object::in_mig_mode(devices, device);
    for (const object::Amount &amount : device.resources)
      add(sums, amount.resource, offered ? amount.value : 0);
    if (device.type != object::kGpuType) continue;
    const int64_t core = object::amount_of(device.resources, object::kGpuCoreResource);
    if (koord_gpu) add(sums, object::kGpuResource, offered ? core : 0);
    if (shared) add(sums, object::kGpuSharedResource, offered ? 100 : 0);
  }
  NodeResources out;
  for (const auto &[resource, value] : sums) out.resources.push_back({resource, value});
  for (const object::Attribute &label : devices.labels)
    if (label.name.starts_with(object::kGpuLabelPrefix)) out.labels.push_back(label);
  return out;
}

}  // namespace koord::device
