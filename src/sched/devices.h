// Devices of a node for a pod, together with its CPUs and memory.
#pragma once

#include "sched/judge.h"

namespace koord::sched {

inline bool asks_devices_of(const View &node, const Shape &shape) {
  return node->has_devices && shape.devices != nullptr;
}

// Whether the node has them for a pod placed like this: on its NUMA nodes where it keeps to some. What the pod has
// and keeps (Placement::devices) only has to be there.
Refusal check_devices(const Node &node, const Shape &shape, const Placement &placement);
// And which.
Refusal choose_devices(const View &node, const Shape &shape, const Placement &placement,
                       device::Grants &out);
// GPUs that the pod may have of a node that asks_devices_of() it, whatever is left of them.
device::DeviceMask allowed_gpus(const Node &node, const Shape &shape, const Placement &placement);

// Sets of NUMA nodes that have them, for a pod that is to keep to one.
class DeviceFit {
 public:
  DeviceFit(const View &node, const Shape &shape, const Placement &placement);

  bool matters() const { return matters_; }
  bool fits(numa::Mask mask) const;
  bool fits_empty(numa::Mask mask) const;  // had nobody any of them

 private:
  const Node &node_;
  const Shape &shape_;
  const Placement &placement_;
  const bool matters_;
};

// How well the node's devices suit the pod, 0..100 for each type it asks for; 0 where it asks for none.
int64_t score_devices(const Node &node, const Shape &shape, const Placement &placement);

}  // namespace koord::sched
