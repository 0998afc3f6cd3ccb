#include "kubelet/device_setup.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace koord::kubelet {
namespace {

constexpr size_t kMaxResources = 64;

std::string describe(const DeviceReport &report) {
  return "device " + in_quotes(report.id) + " of " + in_quotes(report.resource, 64);
}

}  // namespace

DeviceSetup::DeviceSetup(const Config &config, size_t node_count) {
  devices_.reserve(config.devices.size());
  for (const DeviceReport &report : config.devices) add(report, node_count);
  for (const std::string &name : config.registered_resources)
    resources_[add_resource(name)].registered = true;
}

DeviceSetup::DeviceSetup(std::span<const Group> groups) {
  for (const Group &group : groups) {
    const uint32_t resource = add_resource(group.resource);
    Resource &entry = resources_[resource];
    entry.registered = true;
    entry.nodes |= group.nodes;
    for (uint32_t i = 0; i < group.healthy + group.unhealthy; ++i) {
      entry.devices.push_back(static_cast<uint32_t>(devices_.size()));
      devices_.push_back({"", resource, group.nodes, i < group.healthy, true});
    }
  }
}

void DeviceSetup::add(const DeviceReport &report, size_t node_count) {
  if ((report.nodes & ~numa::first_nodes(node_count)) != 0)
    throw Error(Status::kInvalid, describe(report) +
                                      ": numa_nodes: found a node that is not one of the " +
                                      std::to_string(node_count) + " of the topology");
  const uint32_t number = static_cast<uint32_t>(devices_.size());
  const uint32_t resource = add_resource(report.resource);
  Resource &entry = resources_[resource];
  if (!entry.by_id.emplace(report.id, number).second)
    throw Error(Status::kInvalid, describe(report) + ": found a second one, expected each id once");
  entry.devices.push_back(number);
  entry.registered |= report.reported;
  if (report.reported) entry.nodes |= report.nodes;
  devices_.push_back({report.id, resource, report.nodes, report.healthy, report.reported});
}

uint32_t DeviceSetup::add_resource(const std::string &name) {
  if (const uint32_t known = find_resource(name); known != kUnknown) return known;
  if (resources_.size() == kMaxResources)
    throw Error(Status::kLimit, "devices: of more than " + std::to_string(kMaxResources) +
                                    " resources, which is the limit");
  resources_.push_back({name, false, 0, {}, {}});
  return static_cast<uint32_t>(resources_.size() - 1);
}

void add_held(Config &config, const DeviceState &state) {
  std::set<std::pair<std::string_view, std::string_view>> known;
  for (const DeviceReport &report : config.devices) known.emplace(report.resource, report.id);
  std::vector<DeviceReport> held;
  for (const auto &[pod, containers] : state.entries)
    for (const auto &[container, resources] : containers)
      for (const auto &[resource, devices] : resources)
        for (const std::string &id : devices.ids)
          if (known.emplace(resource, id).second) held.push_back({resource, id, 0, false, false});
  // Appended only now, because `known` points into the devices.
  config.devices.insert(config.devices.end(), held.begin(), held.end());
  for (const auto &[resource, ids] : state.registered)
    config.registered_resources.push_back(resource);
}

uint32_t DeviceSetup::find_resource(std::string_view name) const {
  const auto found = std::ranges::find(resources_, name, &Resource::name);
  return found == resources_.end() ? kUnknown : static_cast<uint32_t>(found - resources_.begin());
}

uint32_t DeviceSetup::find_device(uint32_t resource, std::string_view id) const {
  const ByName<uint32_t> &by_id = resources_[resource].by_id;
  const auto found = by_id.find(id);
  return found == by_id.end() ? kUnknown : found->second;
}

std::string DeviceSetup::refused_resource(int32_t refusal_number) const {
  const int64_t resource = int64_t{refusal_number} - DeviceSetup::refusal_number(0);
  const auto count = static_cast<int64_t>(resources_.size());
  return resource >= 0 && resource < count ? resources_[static_cast<size_t>(resource)].name : "";
}

}  // namespace koord::kubelet
