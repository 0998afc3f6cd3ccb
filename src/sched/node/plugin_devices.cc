#include "sched/node/plugin_devices.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "device/ledger/requested_pool.h"

namespace koord::sched {
namespace {

bool holds_type(const device::Grants *held, object::TypeId type) {
  return held != nullptr && std::ranges::any_of(*held, [&](const device::Grant &grant) {
           return grant.type == type && !grant.assumed;
         });
}

}  // namespace

bool holds_requested(const device::Grants *held, const device::ResourceAmount &requested) {
  if (held == nullptr) return false;
  int64_t amount = 0;
  for (const device::Grant &grant : *held)
    if (!grant.assumed)
      amount = object::saturated(amount + device::amount_of(grant.parts, requested.resource));
  return amount >= requested.amount && amount > 0;
}

bool withholds_unreported(const Options &options, const device::Inventory &inventory) {
  using object::WithholdUnreported;
  const WithholdUnreported where = options.withhold_unreported_devices;
  return where == WithholdUnreported::kAlways ||
         (where == WithholdUnreported::kWhereReported && inventory.reports_kubelet);
}

std::vector<object::TypeId> types_of_plugins(const Shape &shape, const device::Grants *held,
                                             const device::Inventory &inventory,
                                             const Options &options, const Resources &resources) {
  std::vector<object::TypeId> out;
  if (shape.devices == nullptr || !options.rules().keeps_unreported_devices) return out;
  for (const device::ResourceAmount &part : shape.devices->others) {
    if (holds_requested(held, part)) continue;
    const device::RequestedPool of =
        device::requested_pool(inventory, resources, resources.name(part.resource));
    if (of.pool < 0 || !of.by_plugin || of.by_amount) continue;
    const object::TypeId type = inventory.pools[static_cast<size_t>(of.pool)].type;
    if (!holds_type(held, type) && std::ranges::find(out, type) == out.end()) out.push_back(type);
  }
  return out;
}

void close_for_plugins(const Node &node, const Shape &shape, DeviceGrants &devices) {
  if (shape.devices == nullptr || shape.devices->others.empty() || node.devices() == nullptr)
    return;
  const device::Inventory &inventory = node.devices()->inventory();
  if (!withholds_unreported(node.options(), inventory)) return;
  device::Grants out;
  for (const object::TypeId type :
       types_of_plugins(shape, devices.get(), inventory, node.options(), node.resources()))
    std::ranges::move(device::close_type(inventory, type, true), std::back_inserter(out));
  if (out.empty()) return;
  // Devices that a pod keeps may include such grants.
  if (devices != nullptr)
    std::ranges::copy_if(*devices, std::back_inserter(out), [](const device::Grant &grant) {
      return !grant.assumed || grant.minor != device::kAnyMinor;
    });
  devices = std::make_shared<const device::Grants>(std::move(out));
}

}  // namespace koord::sched
