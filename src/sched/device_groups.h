// Devices of a kubelet's device plugins by groups of equal ones: kubelet chooses among these at
// will, and no answer of its managers depends on the choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "kubelet/device_setup.h"
#include "kubelet/requests.h"
#include "object/kubelet_plugin_devices.h"
#include "topology/topology.h"

namespace koord::sched {

// Immutable. Devices that no pod can get, unhealthy and unknown ones, are no part of a state.
class DeviceGroups {
 public:
  using Used = std::vector<uint32_t>;  // number of devices in use, by group
  struct Gain {
    uint32_t group = 0;
    uint32_t count = 0;
    friend bool operator==(const Gain &, const Gain &) = default;
  };
  using Gains = std::vector<Gain>;  // ascending by group, without groups of which there are none

  DeviceGroups() = default;
  // Throws kInvalid if a group is near a NUMA node that the machine does not have, kLimit if masks
  // cannot have it.
  DeviceGroups(const object::KubeletPluginDevices &report, const Topology &machine);

  std::span<const kubelet::DeviceSetup::Group> groups() const { return groups_; }
  bool empty() const { return groups_.empty(); }
  // Returns true if both have the same groups, whatever their sizes.
  bool has_layout_of(const DeviceGroups &other) const;
  bool has_resource(std::string_view resource) const { return !of(resource).empty(); }
  // Returns true if a device of the resource is near several NUMA nodes.
  bool has_shared(std::string_view resource) const;
  // Returns the devices of a pod that are among the healthy ones.
  Gains gains_of(const object::KubeletPluginDevices::Pod &pod) const;
  // Returns the number of available devices of the resource that are near the NUMA node, of all if
  // none of the resource has a known NUMA node.
  int64_t available(std::string_view resource, size_t node, const Used &used) const;
  // Returns true if available() suffices for each resource of a plugin.
  bool has(std::span<const kubelet::ExtendedRequest> requests, size_t node, const Used &used) const;

  Used none_used() const { return Used(groups_.size()); }
  void take(const Gains &gains, Used &used) const noexcept;
  void give(const Gains &gains, Used &used) const noexcept;
  bool has(const Used &used, const Gains &gains) const;
  // Returns the devices that `after` has more than `before`.
  static Gains difference(const Used &after, const Used &before);
  static bool is_part(const Gains &part, const Gains &gains);
  // Convert to and from the devices of a kubelet::Attempt.
  std::vector<bool> in_use(const Used &used) const;
  Used used(const std::vector<bool> &in_use) const;

 private:
  // Returns the groups of a resource. They are adjacent.
  std::span<const kubelet::DeviceSetup::Group> of(std::string_view resource) const;
  size_t find(const object::KubeletPluginDevices::Group &group) const;

  std::vector<kubelet::DeviceSetup::Group> groups_;
  std::vector<std::vector<int>> nodes_;  // ids, by group
};

}  // namespace koord::sched
