// The devices that a kubelet's device manager has and holds, as a NodeResourceTopology reports
// them: numbers of devices, because kubelet chooses among equal devices at will.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace koord::object {

struct KubeletPluginDevices {
  static constexpr size_t kMaxResources = 64;
  static constexpr size_t kMaxGroups = 1024;
  static constexpr size_t kMaxPods = 4096;
  static constexpr uint32_t kMaxDevices = 4096;  // of all groups, and of a pod

  // Devices of one resource that are near the same NUMA nodes.
  struct Group {
    std::string resource;
    std::vector<int> nodes;  // ids, ascending; none if the plugin states none
    uint32_t healthy = 0;
    uint32_t unhealthy = 0;
    bool operator==(const Group &) const = default;
    // Orders by resource and nodes.
    static bool is_before(const Group &a, const Group &b) {
      const std::strong_ordering order = a.resource <=> b.resource;
      return order != 0 ? order < 0 : a.nodes < b.nodes;
    }
  };
  struct Pod {
    std::string uid;
    // True if the pod has ended. Kubelet releases its devices before it admits the next pod.
    bool ended = false;
    std::vector<Group> devices;  // in the order of the groups; `unhealthy` has unknown devices, too
    bool operator==(const Pod &) const = default;
  };

  std::vector<Group> groups;    // ascending
  std::vector<Pod> pods;        // ascending by uid
  bool prefer_closest = false;  // topology manager option prefer-closest-numa-nodes
  bool operator==(const KubeletPluginDevices &) const = default;
};

}  // namespace koord::object
