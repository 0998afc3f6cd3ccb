#include "wire/kubelet/kubelet_devices.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "object/device_names.h"
#include "object/mig.h"

namespace koord::wire {
namespace {

// Separator that time slicing and MPS add to a GPU's id to allocate it several times.
constexpr std::string_view kReplica = "::";

std::set<std::string, std::less<>> ids_of(const object::DeviceObject &reported) {
  std::set<std::string, std::less<>> ids;
  for (const object::DeviceInfo &device : reported.devices)
    if (!device.id.empty()) ids.insert(device.id);
  return ids;
}

std::set<std::string, std::less<>> pods_left_out(std::span<const object::PodObject> pods) {
  std::set<std::string, std::less<>> uids;
  for (const object::PodObject &pod : pods)
    if (pod.terminated || !pod.devices.allocated.empty()) uids.insert(pod.uid);
  return uids;
}

}  // namespace

std::vector<object::KubeletDevices> kubelet_devices(const DeviceCheckpoint &checkpoint,
                                                    const object::DeviceObject &reported,
                                                    std::span<const object::PodObject> pods) {
  std::vector<object::KubeletDevices> out;
  if (!checkpoint.entries) return out;
  const auto known = ids_of(reported);
  const bool gpus = std::ranges::any_of(
      reported.devices, [](const auto &device) { return device.type == object::kGpuType; });
  const auto left_out = pods_left_out(pods);
  for (const PodDevices &entry : *checkpoint.entries) {
    if (!entry.devices || left_out.contains(entry.pod)) continue;
    object::KubeletDevices given{entry.pod, entry.container, entry.resource, {}};
    for (const auto &[node, ids] : *entry.devices) {
      if (!ids) continue;
      for (const std::string_view id : *ids) {
        const std::string_view whole = id.substr(0, id.find(kReplica));
        if (known.contains(whole) || (gpus && object::is_mig_instance(whole)))
          given.ids.emplace_back(whole);
      }
    }
    std::sort(given.ids.begin(), given.ids.end());
    given.ids.erase(std::unique(given.ids.begin(), given.ids.end()), given.ids.end());
    if (!given.ids.empty()) out.push_back(std::move(given));
  }
  return out;
}

}  // namespace koord::wire
