#include "capi/agent/plugin_devices_report.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/kubelet/setup.h"
#include "kubelet/state.h"
#include "numa/hints.h"
#include "wire/node/plugin_devices_report.h"

namespace koord::capi {
namespace {

using object::KubeletPluginDevices;
using Group = KubeletPluginDevices::Group;

constexpr std::string_view kCheckpoint = "kubelet_internal_checkpoint";

// Devices of the same resource and NUMA nodes, in the order of the report.
using Groups = std::map<std::pair<std::string, std::vector<int>>, Group>;

void add_device(const std::string &resource, const std::vector<int> &nodes, bool healthy,
                Groups &groups) {
  Group &group = groups[{resource, nodes}];
  group.resource = resource;
  group.nodes = nodes;
  ++(healthy ? group.healthy : group.unhealthy);
}

std::vector<Group> in_order(Groups &&groups) {
  std::vector<Group> out;
  for (auto &[key, group] : groups) out.push_back(std::move(group));
  return out;
}

std::vector<int> nodes_of(numa::Mask mask, const Topology &machine) {
  std::vector<int> out;
  numa::for_each_node(mask, [&](size_t node) {
    if (node >= machine.nodes().size())
      throw Error(Status::kInvalid, "devices: numa_nodes: found node " + std::to_string(node) +
                                        ", the machine has " +
                                        std::to_string(machine.nodes().size()));
    out.push_back(machine.nodes()[node].id);
  });
  return out;
}

struct Place {
  std::vector<int> nodes;
  bool healthy = false;
};

class Report {
 public:
  Report(const koord_kubelet_setup &given, const Topology &machine) {
    std::set<std::string_view> aligned;
    for (const kubelet::DeviceReport &device : given.devices)
      if (device.nodes != 0) aligned.insert(device.resource);
    Groups groups;
    for (const kubelet::DeviceReport &device : given.devices) {
      if (!aligned.contains(device.resource)) continue;
      const std::vector<int> nodes = nodes_of(device.nodes, machine);
      if (!places_[device.resource].try_emplace(device.id, Place{nodes, device.healthy}).second)
        throw Error(Status::kInvalid, "devices: found " + in_quotes(device.id) + " of " +
                                          in_quotes(device.resource, 64) +
                                          " twice, expected each id once");
      add_device(device.resource, nodes, device.healthy, groups);
    }
    out_.groups = in_order(std::move(groups));
  }

  bool empty() const { return out_.groups.empty(); }

  // Adds the devices of pods. An init container may have the same devices as a later one.
  void add_pods(const kubelet::DeviceState &state) {
    for (const auto &[uid, containers] : state.entries) {
      std::map<std::string, std::set<std::string>> ids;
      for (const auto &[container, resources] : containers)
        for (const auto &[resource, devices] : resources)
          if (places_.contains(resource))
            ids[resource].insert(devices.ids.begin(), devices.ids.end());
      Groups groups;
      for (const auto &[resource, of_resource] : ids)
        for (const std::string &id : of_resource) {
          const auto known = places_.at(resource).find(id);
          const Place place = known == places_.at(resource).end() ? Place{} : known->second;
          add_device(resource, place.nodes, place.healthy, groups);
        }
      if (!groups.empty()) out_.pods.push_back({uid, false, in_order(std::move(groups))});
    }
  }

  KubeletPluginDevices take() { return std::move(out_); }

 private:
  std::map<std::string, std::map<std::string, Place>> places_;  // by resource and id
  KubeletPluginDevices out_;
};

}  // namespace

std::optional<KubeletPluginDevices> plugin_devices_report(const koord_kubelet_setup &given,
                                                          const Topology &machine) {
  try {
    Report report(given, machine);
    if (report.empty()) return std::nullopt;
    report.add_pods(read_device_state(given.device_state));
    KubeletPluginDevices out = report.take();
    out.prefer_closest = given.config.prefer_closest_numa_nodes &&
                         given.config.topology_manager_policy != wire::TopologyManagerPolicy::kNone;
    // Readers of the report must accept it.
    return wire::read_device_manager_state(wire::to_annotation(out), kCheckpoint);
  } catch (const Error &error) {
    if (error.status() == Status::kNoMemory) throw;
    given.log.warn(std::string(error.what()) + "; the devices of kubelet's pods are not reported");
    return std::nullopt;
  }
}

void mark_ended(const agent::LocalNode &node, KubeletPluginDevices &devices) {
  for (KubeletPluginDevices::Pod &pod : devices.pods) pod.ended = node.find_pod(pod.uid) == nullptr;
}

}  // namespace koord::capi
