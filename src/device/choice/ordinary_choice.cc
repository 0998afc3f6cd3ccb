#include "device/choice/ordinary_choice.h"

#include <algorithm>
#include <deque>

#include "base/count_bits.h"
#include "device/choice/mig_choice.h"
#include "device/choice/set_choice.h"

namespace koord::device {
namespace {

// Devices are ascending by minor, so ties keep that order.
bool is_better(const ScoredDevice &a, const ScoredDevice &b) {
  if (a.preference != b.preference) return a.preference < b.preference;
  return a.device < b.device;
}

}  // namespace

std::vector<int> order_devices(const Pool &pool, std::vector<ScoredDevice> devices,
                               DeviceMask preferred, const Pcies &pcies) {
  std::sort(devices.begin(), devices.end(), is_better);
  std::stable_partition(devices.begin(), devices.end(), [&](const ScoredDevice &entry) {
    return (preferred & device_bit(entry.device)) != 0;
  });
  std::vector<std::deque<ScoredDevice>> queues(pcies.size());
  std::vector<ScoredDevice> others;
  for (const ScoredDevice &entry : devices) {
    const Device &device = pool.devices[static_cast<size_t>(entry.device)];
    const auto at = std::find(pcies.begin(), pcies.end(), device.pcie);
    if (device.placed && at != pcies.end())
      queues[static_cast<size_t>(at - pcies.begin())].push_back(entry);
    else
      others.push_back(entry);
  }
  std::vector<int> out;
  std::vector<ScoredDevice> heads;
  do {
    heads.clear();
    for (auto &queue : queues)
      if (!queue.empty()) {
        heads.push_back(queue.front());
        queue.pop_front();
      }
    std::sort(heads.begin(), heads.end(), is_better);
    for (const ScoredDevice &entry : heads) out.push_back(entry.device);
  } while (!heads.empty());
  for (const ScoredDevice &entry : others) out.push_back(entry.device);
  return out;
}

Choice choose_ordinary(const Candidates &site, std::span<const ResourceAmount> each, int64_t count,
                       const Pcies &pcies, int64_t most) {
  const ProfileRules &rules = site.rules();
  const auto in_order = [&](DeviceMask devices) {
    std::vector<ScoredDevice> scored;
    for_each_device(devices, [&](int device) {
      scored.push_back({device, site.preference(device, each)});
    });
    return order_devices(site.pool(), std::move(scored), 0, pcies);
  };
  const DeviceMask fitting = site.fitting(each);
  Choice out;
  if (site.pool().has_mig_instances()) {
    const int had = count_bits(fitting);
    if (had < count) return {site.refuse(Reason::kNotEnoughDevices, count, had), {}};
    out.devices = choose_instances(site, fitting, count);
  } else {
    out.devices = in_order(rules.devices_fit_tightly ? fitting : site.allowed);
    std::erase_if(out.devices, [&](int device) { return (fitting & device_bit(device)) == 0; });
    const auto had = static_cast<int64_t>(out.devices.size());
    if (had < count) return {site.refuse(Reason::kNotEnoughDevices, count, had), {}};
    const int64_t wanted = rules.joint_by_nearness ? count : std::max(count, most);
    out.devices.resize(static_cast<size_t>(std::min(had, wanted)));
  }
  const bool free_choice =
      site.scope <= object::DeviceScope::kNode && site.accepts(mask_of(out.devices));
  if (!rules.scope_limits_all || free_choice) return out;
  Choice set = choose_set(site, {each, count, false, PickMode::kSet});
  if (set.refusal.refused()) return set;
  out.devices = in_order(mask_of(set.devices));
  return out;
}

}  // namespace koord::device
