#include "kubelet/device_hints.h"

#include <algorithm>

namespace koord::kubelet {
namespace {

// Devices near the same nodes: machines have few such sets, and many devices.
struct Group {
  numa::Mask nodes = 0;
  int64_t devices = 0;
  int64_t available = 0;
  int64_t reusable = 0;
};

std::vector<Group> groups_of(const DeviceSetup &setup, uint32_t resource,
                             std::span<const uint32_t> available,
                             std::span<const uint32_t> reusable) {
  std::vector<Group> groups;
  const auto count = [&](std::span<const uint32_t> devices, int64_t Group::*what) {
    for (const uint32_t number : devices) {
      const numa::Mask nodes = setup.device(number).nodes;
      if (nodes == 0) continue;
      auto group = std::ranges::find(groups, nodes, &Group::nodes);
      if (group == groups.end()) group = groups.insert(group, {nodes});
      ++((*group).*what);
    }
  };
  for (const uint32_t &number : setup.resources()[resource].devices)
    if (setup.device(number).reported) count({&number, 1}, &Group::devices);
  count(available, &Group::available);
  count(reusable, &Group::reusable);
  return groups;
}

struct Near {
  int64_t devices = 0;
  int64_t usable = 0;
  bool all_reusable = true;
};
Near near(std::span<const Group> groups, numa::Mask nodes) {
  Near out;
  for (const Group &group : groups)
    if ((group.nodes & nodes) != 0) {
      out.devices += group.devices;
      out.usable += group.available + group.reusable;
    } else if (group.reusable > 0) {
      out.all_reusable = false;
    }
  return out;
}

}  // namespace

std::vector<numa::Hint> device_hints(const DeviceSetup &setup, uint32_t resource, numa::Mask nodes,
                                     std::span<const uint32_t> available,
                                     std::span<const uint32_t> reusable, int64_t units) {
  const std::vector<Group> groups = groups_of(setup, resource, available, reusable);
  std::vector<numa::Hint> hints;
  int narrowest = numa::width(nodes);
  // All subsets of `nodes`, ascending.
  for (numa::Mask some = (0 - nodes) & nodes; some != 0; some = (some - nodes) & nodes) {
    const Near found = near(groups, some);
    if (found.devices >= units) narrowest = std::min(narrowest, numa::width(some));
    if (found.all_reusable && found.usable >= units) hints.push_back({some, 0, true, false});
  }
  for (numa::Hint &hint : hints) hint.preferred = numa::width(hint.nodes) == narrowest;
  return hints;
}

}  // namespace koord::kubelet
