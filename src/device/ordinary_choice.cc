#include "device/ordinary_choice.h"

#include <algorithm>
#include <deque>

namespace koord::device {
namespace {

// Devices come ascending by minor, so equal ones stay so.
bool is_better(const ScoredDevice &a, const ScoredDevice &b) {
  if (a.slack != b.slack) return a.slack < b.slack;
  if (a.score != b.score) return a.score > b.score;
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

Choice choose_ordinary(const Site &site, std::span<const Part> each, int64_t count,
                       const Pcies &pcies) {
  const bool upstream = site.profile == Profile::kUpstream;
  const DeviceMask fitting = site.fitting(each);
  std::vector<ScoredDevice> devices;
  for_each_device(upstream ? site.allowed : fitting, [&](int device) {
    devices.push_back({device, upstream ? 0 : site.slack(device, each), site.score(device, each)});
  });
  const auto most = std::max(count, static_cast<int64_t>(pcies.size()));
  Choice out;
  for (const int device : order_devices(site.pool(), std::move(devices), 0, pcies)) {
    if (static_cast<int64_t>(out.devices.size()) == most) break;
    if ((fitting & device_bit(device)) != 0) out.devices.push_back(device);
  }
  const auto had = static_cast<int64_t>(out.devices.size());
  if (had < count) out = {site.refuse(Reason::kNotEnoughDevices, count, had), {}};
  return out;
}

}  // namespace koord::device
