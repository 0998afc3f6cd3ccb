// Devices of pods that are scheduled here by names of device plugins (huawei.com/Ascend910,
// nvidia.com/gpu.shared): kubelet chooses them, and its record names them later.
#pragma once

#include <vector>

#include "sched/node/node.h"

namespace koord::sched {

// Returns true if devices of a type are not allocated while a pod of the node has some of them and
// kubelet's record does not cover it.
bool withholds_unreported(const Options &options, const device::Inventory &inventory);

// Returns true if `held` (nullable) has identified devices with the requested amount of the
// resource. They answer the request even if the node does not list them any more, so that the
// resource is not one of its devices: the name of a MIG profile then stands for any GPU.
bool holds_requested(const device::Grants *held, const device::ResourceAmount &requested);

// Returns the types of devices that only a device plugin gives to the pod: the pod requests them by
// a name that no device of the node has, and `held` (nullable) has neither devices of the resource
// nor one of the type.
std::vector<object::TypeId> types_of_plugins(const Shape &shape, const device::Grants *held,
                                             const device::Inventory &inventory,
                                             const Options &options, const Resources &resources);

// Adds grants that keep all devices of these types from other pods.
void close_for_plugins(const Node &node, const Shape &shape, DeviceGrants &devices);

}  // namespace koord::sched
