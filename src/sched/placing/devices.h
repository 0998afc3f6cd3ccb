// Devices of a node for a pod, together with its CPUs and memory.
#pragma once

#include "device/allocation/shortfall.h"
#include "device/allocation/together.h"
#include "sched/placing/placement.h"

namespace koord::sched {

inline bool requests_devices_of(const View &node, const Shape &shape) {
  return node->has_devices && shape.devices != nullptr;
}

// Returns the node's conditions for a choice of devices, for a pod that is not aligned.
device::NodeConditions device_conditions(const Node &node);

// Returns true if only the number of GPUs that are
// free for the pod matters, not which GPUs they are.
bool requests_only_gpus(const Shape &shape, const Options &options);

// Checks if the node has the devices for a pod with this placement,
// on its NUMA nodes if it is limited to some. Devices that the pod
// keeps (Placement::devices) only have to be on these NUMA nodes.
Refusal check_devices(const View &node, const Shape &shape, const Placement &placement);
// Chooses the devices.
Refusal choose_devices(const View &node, const Shape &shape, const Placement &placement,
                       device::Grants &out);
// Returns the number of NUMA nodes on which these devices are. Devices without one do not count.
int numa_width(const Node &node, const device::Grants &devices);
// Returns the node's GPUs that the pod may use, free
// or not. The pod must request devices of the node.
device::DeviceMask allowed_gpus(const Node &node, const Shape &shape, const Placement &placement);

// A pod placed on the node, with its devices.
struct PlacedPod {
  const Shape *shape;
  const Placement *placement;
  device::Grants devices;
  bool changed = false;
};
// Chooses the GPUs of all these pods together if that
// improves their links: see device::choose_together.
int64_t choose_together(const Node &node, std::span<PlacedPod> pods, device::Ties ties);
// links_of returns how well the GPUs of these pods are linked.
// most_links returns the best links that `count` of these GPUs can have.
device::GangLinks links_of(const Node &node, std::span<const Holding *const> pods);
int64_t most_links(const Node &node, device::DeviceMask gpus, int32_t count);
// Returns the GPUs that each fit the pod at present, on any NUMA node.
device::DeviceMask fitting_gpus(const Node &node, const Shape &shape);
inline bool requests_whole_gpus(const Shape &shape) {
  return shape.devices != nullptr && shape.devices->gpu.count > 0 && !shape.devices->gpu.shared;
}
// Returns an upper bound on the number of such pods on the node. The pod must request whole GPUs.
int64_t most_by_gpus(const Node &node, const Shape &shape);

// Return a row for each device type of which the pod finds too few on the node, or on one of its
// NUMA nodes (a position). device::shortfalls_of says which types have no row.
std::vector<device::Shortfall> device_shortfalls(const Node &node, const Shape &shape);
std::vector<device::Shortfall> device_shortfalls(const Node &node, const Shape &shape, size_t numa);
// Returns how close the devices of a type come to the request of a pod with this placement.
device::NearestDevice nearest_device(const Node &node, const Shape &shape,
                                     const Placement &placement, object::TypeId type);
// Returns true if aligned pods cannot use all devices of a type because some state no NUMA node.
bool refuses_unplaced(const Node &node, object::TypeId type);

// Checks if sets of NUMA nodes have the devices for an aligned pod.
class DeviceFit {
 public:
  DeviceFit(const View &node, const Shape &shape, const Placement &placement);

  bool matters() const { return matters_; }
  Refusal judge(numa::Mask mask) const;
  bool fits(numa::Mask mask) const { return !matters_ || has_enough(mask); }
  // Returns the NUMA nodes that have devices.
  numa::Mask nodes_with_any() const;
  // Returns true if the pod requests several whole GPUs and their links decide which it gets.
  bool differ_by_links() const;
  // Returns the best links of as many GPUs of these NUMA nodes as the pod requests.
  int64_t links(numa::Mask mask) const;
  // Compares `width`, a number of NUMA nodes, with the width that each requested
  // device type prefers: the fewest NUMA nodes that could hold the request on a
  // node without pods. A type that may be on any NUMA node has no preference.
  // Sets `width` if it is 0. Returns false if a type prefers another number.
  bool agree_on(int &width) const;

 private:
  const View &node_;
  const Shape &shape_;
  const Placement &placement_;
  const bool matters_;
  bool has_enough(numa::Mask mask) const;
  std::optional<int> fewest_for(const device::Ledger &empty, object::TypeId type) const;
  std::optional<int> fewest_with(const device::Pool &pool, device::DeviceMask devices,
                                 int64_t count) const;

  std::optional<device::DeviceMask> gpus_;  // set if only the number of GPUs matters
};

// Returns the score of the node's devices, 0..100 for each
// device type that the pod requests; 0 if it requests none.
int64_t score_devices(const View &node, const Shape &shape, const Options &options,
                      const Placement &placement);

}  // namespace koord::sched
