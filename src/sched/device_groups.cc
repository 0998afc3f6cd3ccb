#include "sched/device_groups.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace koord::sched {
namespace {

using kubelet::DeviceSetup;
using object::KubeletPluginDevices;

numa::Mask mask_of(const KubeletPluginDevices::Group &group, const Topology &machine) {
  numa::Mask out = 0;
  for (const int id : group.nodes) {
    const int index = machine.node_index(id);
    if (index < 0)
      throw Error(Status::kInvalid, "devices: " + in_quotes(group.resource, 64) + " is near node " +
                                        std::to_string(id) +
                                        ", expected NUMA nodes of cpu-topology and the zones");
    if (static_cast<size_t>(index) >= numa::kMaxNodes)
      throw Error(Status::kLimit, "devices: " + in_quotes(group.resource, 64) + " is near node " +
                                      std::to_string(id) + ", expected one of the first " +
                                      std::to_string(numa::kMaxNodes));
    out |= numa::Mask{1} << index;
  }
  return out;
}

}  // namespace

DeviceGroups::DeviceGroups(const KubeletPluginDevices &report, const Topology &machine) {
  for (const KubeletPluginDevices::Group &group : report.groups) {
    groups_.push_back({group.resource, mask_of(group, machine), group.healthy, group.unhealthy});
    nodes_.push_back(group.nodes);
  }
}

std::span<const DeviceSetup::Group> DeviceGroups::of(std::string_view resource) const {
  const auto is_of = [&](const DeviceSetup::Group &group) { return group.resource == resource; };
  const auto first = std::ranges::find_if(groups_, is_of);
  return {first, std::find_if_not(first, groups_.end(), is_of)};
}

bool DeviceGroups::has_layout_of(const DeviceGroups &other) const {
  const auto same = [](const DeviceSetup::Group &a, const DeviceSetup::Group &b) {
    return a.resource == b.resource && a.nodes == b.nodes;
  };
  return std::ranges::equal(groups_, other.groups_, same);
}

size_t DeviceGroups::find(const KubeletPluginDevices::Group &group) const {
  for (size_t i = 0; i < groups_.size(); ++i)
    if (groups_[i].resource == group.resource && nodes_[i] == group.nodes) return i;
  return groups_.size();
}

bool DeviceGroups::has_shared(std::string_view resource) const {
  return std::ranges::any_of(
      of(resource), [](const DeviceSetup::Group &group) { return numa::width(group.nodes) > 1; });
}

DeviceGroups::Gains DeviceGroups::gains_of(const KubeletPluginDevices::Pod &pod) const {
  Gains out;
  for (const KubeletPluginDevices::Group &held : pod.devices) {
    const size_t group = find(held);
    if (group == groups_.size() || held.healthy == 0) continue;
    out.push_back({static_cast<uint32_t>(group), std::min(held.healthy, groups_[group].healthy)});
  }
  return out;
}

int64_t DeviceGroups::available(std::string_view resource, size_t node, const Used &used) const {
  const std::span<const DeviceSetup::Group> all = of(resource);
  const bool has_nodes = std::ranges::any_of(all, [](const auto &each) { return each.nodes != 0; });
  int64_t out = 0;
  for (const DeviceSetup::Group &group : all)
    if (!has_nodes || (group.nodes >> node & 1) != 0)
      out += int64_t{group.healthy} - used[static_cast<size_t>(&group - groups_.data())];
  return out;
}

bool DeviceGroups::has(std::span<const kubelet::ExtendedRequest> requests, size_t node,
                       const Used &used) const {
  return std::ranges::all_of(requests, [&](const kubelet::ExtendedRequest &request) {
    return !has_resource(request.resource) ||
           available(request.resource, node, used) >= request.units;
  });
}

void DeviceGroups::take(const Gains &gains, Used &used) const noexcept {
  for (const Gain &gain : gains) used[gain.group] += gain.count;
}

void DeviceGroups::give(const Gains &gains, Used &used) const noexcept {
  for (const Gain &gain : gains) used[gain.group] -= std::min(used[gain.group], gain.count);
}

bool DeviceGroups::has(const Used &used, const Gains &gains) const {
  return std::ranges::all_of(gains, [&](const Gain &gain) {
    return used[gain.group] + gain.count <= groups_[gain.group].healthy;
  });
}

DeviceGroups::Gains DeviceGroups::difference(const Used &after, const Used &before) {
  Gains out;
  for (size_t i = 0; i < after.size(); ++i)
    if (after[i] > before[i]) out.push_back({static_cast<uint32_t>(i), after[i] - before[i]});
  return out;
}

bool DeviceGroups::is_part(const Gains &part, const Gains &gains) {
  return std::ranges::all_of(part, [&](const Gain &one) {
    return std::ranges::any_of(gains, [&](const Gain &other) {
      return other.group == one.group && other.count >= one.count;
    });
  });
}

std::vector<bool> DeviceGroups::in_use(const Used &used) const {
  std::vector<bool> out;
  for (size_t i = 0; i < groups_.size(); ++i) {
    const uint32_t healthy = groups_[i].healthy;
    const uint32_t taken = std::min(used[i], healthy);
    out.insert(out.end(), taken, true);
    out.insert(out.end(), healthy - taken + groups_[i].unhealthy, false);
  }
  return out;
}

DeviceGroups::Used DeviceGroups::used(const std::vector<bool> &in_use) const {
  Used out;
  auto first = in_use.begin();
  for (const DeviceSetup::Group &group : groups_) {
    const auto next = first + static_cast<ptrdiff_t>(group.healthy + group.unhealthy);
    out.push_back(static_cast<uint32_t>(std::count(first, next, true)));
    first = next;
  }
  return out;
}

}  // namespace koord::sched
