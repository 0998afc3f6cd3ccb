#include "device/ledger/requested_pool.h"

#include <algorithm>
#include <utility>

#include "base/device_plugins.h"
#include "object/mig_instances.h"

namespace koord::device {
namespace {

constexpr std::string_view kShared = ".shared";

// A plugin that shares devices may add ".shared" to their resource.
std::string_view without_shared(std::string_view resource) {
  return resource.ends_with(kShared) ? resource.substr(0, resource.size() - kShared.size())
                                     : resource;
}

}  // namespace

RequestedPool requested_pool(const Inventory &inventory, const object::Resources &resources,
                             std::string_view resource) {
  const ResourceId number = resources.find(resource);
  if (const DeviceResource *known = find_device_resource(number))
    return {inventory.find(known->type), is_of_device_plugin(number)};
  if (const int pool = inventory.pool_of(number); pool >= 0) return {pool, true, true};
  if (resource.starts_with(object::kMigResourcePrefix)) {
    const int pool = inventory.pool_of(resources.find(without_shared(resource)));
    return {pool >= 0 ? pool : inventory.find(kTypeGpu), true};
  }
  if (const auto stated = inventory.plugins.find(resource); stated != inventory.plugins.end())
    return {stated->second, true, false, true};
  const DevicePlugin *plugin = find_device_plugin(resource);
  if (plugin == nullptr) return {};
  return {inventory.find(type_of(*plugin)), true, false, true, plugin->parts};
}

int64_t ids_for(const Inventory &inventory, const RequestedPool &of, ResourceId resource,
                int64_t amount) {
  if (!of.by_amount) return amount;
  const Pool &pool = inventory.pools[static_cast<size_t>(of.pool)];
  const auto column = static_cast<size_t>(pool.column(resource));
  int64_t most = 1;
  for (size_t d = 0; d < pool.devices.size(); ++d) most = std::max(most, pool.size(d)[column]);
  return amount / most + (amount % most != 0 ? 1 : 0);
}

Grants close_type(const Inventory &inventory, TypeId type, bool by_plugin) {
  Grants out;
  const bool instances = type == kTypeGpu && by_plugin;
  for (const Pool &pool : inventory.pools) {
    if (pool.type != type && !(instances && pool.has_mig_instances())) continue;
    Grant any{pool.type, kAnyMinor, {}, {}, {}};
    any.names = pool.names;
    any.assumed = true;
    out.push_back(std::move(any));
  }
  return out;
}

}  // namespace koord::device
