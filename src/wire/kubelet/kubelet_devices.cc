#include "wire/kubelet/kubelet_devices.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/device_plugins.h"
#include "base/device_types.h"
#include "object/device_names.h"
#include "object/mig.h"
#include "object/mig_instances.h"

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

// Returns the type of the devices that a resource of kubelet counts; "" if it is unknown.
std::string type_of(const std::string &resource, const object::DeviceObject &reported) {
  if (const DeviceResource *known = find_device_resource(resource))
    return std::string(kWellKnownTypeNames[known->type]);
  for (const object::MigGpu &gpu : reported.mig)
    for (const object::MigInstance &instance : gpu.instances)
      if (object::mig_resource(instance.profile) == resource)
        return object::mig_type(instance.profile);
  for (const object::DeviceInfo &device : reported.devices)
    for (const object::Amount &amount : device.resources)
      if (amount.resource == resource) return device.type;
  const DevicePlugin *plugin = find_device_plugin(resource);
  return plugin == nullptr ? "" : std::string(plugin->type);
}

// Returns true if kubelet's devices of a type are not the pod's: it has ended, or its annotation
// states which devices of the type it has. An unknown type may be any.
bool leaves_out(const object::PodObject &pod, std::string_view type) {
  return pod.terminated || std::ranges::any_of(pod.devices.allocated, [&](const auto &device) {
           return type.empty() || device.type == type;
         });
}

}  // namespace

std::vector<object::KubeletDevices> kubelet_devices(const DeviceCheckpoint &checkpoint,
                                                    const object::DeviceObject &reported,
                                                    std::span<const object::PodObject> pods) {
  std::vector<object::KubeletDevices> out;
  if (!checkpoint.entries) return out;
  const auto known = ids_of(reported);
  const auto has = [&](std::string_view type) {
    return std::ranges::any_of(reported.devices,
                               [&](const auto &device) { return device.type == type; });
  };
  const bool gpus = has(object::kGpuType);
  std::map<std::string_view, const object::PodObject *> by_uid;
  for (const object::PodObject &pod : pods) by_uid.emplace(pod.uid, &pod);
  for (const PodDevices &entry : *checkpoint.entries) {
    const auto pod = by_uid.find(entry.pod);
    const std::string type = type_of(entry.resource, reported);
    const bool is_left_out = pod != by_uid.end() && leaves_out(*pod->second, type);
    if (!entry.devices || is_left_out) continue;
    object::KubeletDevices given{entry.pod, entry.container, entry.resource, {}};
    // A device that the report lacks, because it failed, is still the pod's: schedulers wait for
    // as many ids as the container requests.
    const bool any = has(type);
    for (const auto &[node, ids] : *entry.devices) {
      if (!ids) continue;
      for (const std::string_view id : *ids) {
        const std::string_view whole = id.substr(0, id.find(kReplica));
        if (any || known.contains(whole) || (gpus && object::is_mig_instance(whole)))
          given.ids.emplace_back(id);
      }
    }
    std::sort(given.ids.begin(), given.ids.end());
    given.ids.erase(std::unique(given.ids.begin(), given.ids.end()), given.ids.end());
    if (!given.ids.empty()) out.push_back(std::move(given));
  }
  return out;
}

}  // namespace koord::wire
