#include "device/ledger/visible.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>

#include "object/mig.h"

namespace koord::device {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

int find_id(const Pool &pool, std::string_view id) {
  for (size_t d = 0; d < pool.devices.size(); ++d)
    if (text_of(pool.devices[d].id) == id) return static_cast<int>(d);
  return -1;
}

int find_minor(const Pool &pool, std::string_view digits) {
  int32_t minor = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), minor);
  return result.ec == std::errc() ? pool.find(minor) : -1;
}

// Returns the position of the GPU, or -1 if there is no such GPU.
int find_gpu(const Pool &pool, std::string_view name) {
  name = without_replica(name);
  if (const int device = find_id(pool, name); device >= 0) return device;
  if (object::is_mig_instance(name)) return find_mig_parent(pool, name);
  const size_t colon = name.find(':');
  if (colon != name.npos && !is_number(name.substr(colon + 1))) return -1;
  const std::string_view minor = name.substr(0, colon);
  return is_number(minor) ? find_minor(pool, minor) : -1;
}

void add_instance(const Inventory &inventory, const DevicePosition &at, Grants &out) {
  Grant grant = whole(inventory.pools[at.pool], at.device);
  const bool is_new =
      std::ranges::none_of(out, [&](const Grant &other) { return is_same_device(other, grant); });
  if (is_new) out.push_back(std::move(grant));
}

}  // namespace

VisibleGrants visible_grants(const Inventory &inventory, const object::VisibleGpus &visible,
                             bool as_gpus) {
  VisibleGrants out;
  const int index = inventory.find(kTypeGpu);
  if (index < 0) {
    out.unknown = static_cast<int>(visible.names.size());
    return out;
  }
  const Pool &pool = inventory.pools[static_cast<size_t>(index)];
  DeviceMask gpus = visible.all ? first_devices(static_cast<int>(pool.devices.size())) : 0;
  Grants instances;
  for (const std::string &name : visible.names) {
    const auto instance = find_mig_instance(inventory, without_replica(name));
    if (instance) add_instance(inventory, *instance, instances);
    if (instance && !as_gpus) continue;
    const int device = instance ? static_cast<int>(mig_parent_of(inventory, *instance).device)
                                : find_gpu(pool, name);
    if (device < 0)
      ++out.unknown;
    else
      gpus |= device_bit(device);
  }
  for_each_device(gpus, [&](int d) { out.grants.push_back(whole(pool, static_cast<size_t>(d))); });
  if (as_gpus)
    out.instances = std::move(instances);
  else
    std::ranges::move(instances, std::back_inserter(out.grants));
  return out;
}

}  // namespace koord::device
