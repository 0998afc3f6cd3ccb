#include "device/choice/candidates.h"

#include <algorithm>
#include <utility>

#include "base/profile_rules.h"

namespace koord::device {

bool is_percent(const Pool &pool, ResourceId resource) {
  if (is_device_resource(resource)) return true;
  const int column = pool.column(resource);
  for (size_t d = 0; d < pool.devices.size() && column >= 0; ++d)
    if (const int64_t total = pool.total(d)[static_cast<size_t>(column)];
        total != kAbsent && total != kWholePercent)
      return false;
  return column >= 0;
}

bool fits(const Pool &pool, std::span<const int64_t> free, std::span<const ResourceAmount> each) {
  return std::all_of(each.begin(), each.end(), [&](const ResourceAmount &part) {
    const int column = pool.column(part.resource);
    if (column < 0) return true;
    const int64_t left = free[static_cast<size_t>(column)];
    return left == kAbsent || left >= part.amount;
  });
}

DeviceMask on_numa(const Pool &pool, std::span<const int32_t> nodes, Profile profile) {
  const bool anywhere = rules_of(profile).unplaced_are_near;
  DeviceMask out = 0;
  for (size_t d = 0; d < pool.devices.size(); ++d) {
    const Device &device = pool.devices[d];
    const bool is_on = device.numa < 0
                           ? device.placed || anywhere
                           : std::find(nodes.begin(), nodes.end(), device.numa) != nodes.end();
    if (is_on) out |= device_bit(static_cast<int>(d));
  }
  return out;
}

DeviceMask selected(const Pool &pool, const object::LabelSelector &selector) {
  if (selector.empty()) return first_devices(static_cast<int>(pool.devices.size()));
  DeviceMask out = 0;
  for (size_t d = 0; d < pool.devices.size(); ++d)
    if (object::matches(selector, pool.devices[d].labels)) out |= device_bit(static_cast<int>(d));
  return out;
}

CountRequest count_request_of(const TypeRequest &request, const Pool &pool, DeviceMask devices) {
  CountRequest need{request.parts, 1};
  if (pool.has_mig_instances()) {
    for (ResourceAmount &part : need.each)
      need.count = std::max(need.count, std::exchange(part.amount, 1));
    return need;
  }
  int64_t most = 0;  // of the resources that count in percent
  for (const ResourceAmount &part : request.parts)
    if (is_percent(pool, part.resource)) most = std::max(most, part.amount);
  if (most > kWholePercent && most % kWholePercent == 0) {
    need.count = most / kWholePercent;
    for (ResourceAmount &part : need.each)
      part.amount = part.amount / need.count + (part.amount % need.count != 0 ? 1 : 0);
  } else if (request.hint.count == object::DeviceCount::kApplyForAll) {
    need.count = width(devices);
  } else if (request.hint.count == object::DeviceCount::kRequestsAsCount &&
             !request.parts.empty()) {
    need.count = request.parts.front().amount;
    const bool alone = request.hint.exclusive == object::DeviceExclusive::kDevice;
    for (ResourceAmount &part : need.each) part.amount = alone ? kWholePercent : 1;
  }
  return need;
}

int64_t find_vf(const Ledger &ledger, size_t p, size_t d, const object::LabelSelector &selector) {
  const Device &device = ledger.inventory().pools[p].devices[d];
  for (size_t v = 0; v < device.vfs.size(); ++v)
    if (!ledger.is_taken(p, device.first_vf + static_cast<uint32_t>(v)) &&
        object::matches(selector, device.vf_groups[device.vfs[v].group]))
      return static_cast<int64_t>(v);
  return -1;
}

}  // namespace koord::device
