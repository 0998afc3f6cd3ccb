// Devices of a node for a pod, together with its CPUs and memory.
#pragma once

#include "device/allocation/shortfall.h"
#include "device/allocation/together.h"
#include "sched/placing/placement.h"

namespace koord::sched {

inline bool requests_devices_of(const View &node, const Shape &shape) {
  return node->has_devices && shape.devices != nullptr;
}

// The node's part of what a choice of its devices depends on, for a pod that is not aligned.
device::NodeConditions device_conditions(const Node &node);

// Whether only the number of GPUs that are free for it matters, and not what they are.
bool requests_only_gpus(const Shape &shape, const Options &options);

// Whether the node has them for a pod placed like this: on its NUMA nodes where it keeps to some.
// What the pod has and keeps (Placement::devices) only has to be there.
Refusal check_devices(const View &node, const Shape &shape, const Placement &placement);
// And which.
Refusal choose_devices(const View &node, const Shape &shape, const Placement &placement,
                       device::Grants &out);
// The node's GPUs that the pod may have, whatever is left of them. The pod requests devices of the
// node.
device::DeviceMask allowed_gpus(const Node &node, const Shape &shape, const Placement &placement);

// A pod of the node that was placed like this, and the devices that it has.
struct PlacedPod {
  const Shape *shape;
  const Placement *placement;
  device::Grants devices;
  bool changed = false;
};
// Chooses their GPUs for all of them at once where that links them better: device::choose_together.
int64_t choose_together(const Node &node, std::span<PlacedPod> pods, device::Ties ties);
// How well the GPUs of the node's pods are linked, and the best links that `count` of these GPUs
// could have.
device::GangLinks links_of(const Node &node, std::span<const Holding *const> pods);
int64_t most_links(const Node &node, device::DeviceMask gpus, int32_t count);
// GPUs that would do for such a pod as things are, one by one, on whatever NUMA nodes.
device::DeviceMask fitting_gpus(const Node &node, const Shape &shape);
inline bool requests_whole_gpus(const Shape &shape) {
  return shape.devices != nullptr && shape.devices->gpu.count > 0 && !shape.devices->gpu.shared;
}
// How many pods like this one, which requests whole GPUs, could be on the node at most.
int64_t most_by_gpus(const Node &node, const Shape &shape);

// What it lacks of them on the node, or on one of its NUMA nodes, a position; none of those that it
// has by itself.
std::vector<device::Shortfall> device_shortfalls(const Node &node, const Shape &shape);
std::vector<device::Shortfall> device_shortfalls(const Node &node, const Shape &shape, size_t numa);
// How near those of a type come to what it asks, for a pod placed like this.
device::NearestDevice nearest_device(const Node &node, const Shape &shape,
                                     const Placement &placement, object::TypeId type);
// Whether a pod that keeps to NUMA nodes cannot have all devices of a type because some state none.
bool refuses_unplaced(const Node &node, object::TypeId type);

// Sets of NUMA nodes that have them, for a pod that is to keep to one.
class DeviceFit {
 public:
  DeviceFit(const View &node, const Shape &shape, const Placement &placement);

  bool matters() const { return matters_; }
  Refusal judge(numa::Mask mask) const;
  bool fits(numa::Mask mask) const { return !matters_ || has_enough(mask); }
  bool fits_empty(numa::Mask mask) const;  // had nobody any of them
  // NUMA nodes that have devices of the node.
  numa::Mask nodes_with_any() const;
  // Compares `width`, a number of NUMA nodes, with the one that devices of each type prefer: as few
  // as could hold the request had nobody any of them. A type that may be on any NUMA node has no
  // preference. Sets `width` if it is 0. Returns false if a type prefers another number.
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

  std::optional<device::DeviceMask> gpus_;  // where it is their number that matters
};

// How well the node's devices suit the pod, 0..100 for each type it asks for; 0 where it asks for
// none.
int64_t score_devices(const View &node, const Shape &shape, const Options &options,
                      const Placement &placement);

}  // namespace koord::sched
