// The device types that a bound pod requests on a node, compared with kubelet's record of its
// containers.
#pragma once

#include <vector>

#include "sched/claim/claim.h"

namespace koord::sched {

struct RequestedType {
  object::TypeId type = 0;
  // Devices that the pod requests by names of device plugins that no device of the node has
  // (huawei.com/Ascend910, nvidia.com/gpu.shared). The pod's device::Request does not count them.
  int64_t devices = 0;
  bool by_plugin = false;  // kubelet gives devices of the type, or a part of them
  // The record covers every container that requests devices of the type: with at least as many ids
  // as kubelet gives, or with any entry if the container requests percentages only, which kubelet
  // does not serve.
  bool reported = true;
};

// Returns the types of which the node has devices, in the order of its pools. Init containers that
// have ended need no entry. `record` is nullptr if kubelet's record does not have the pod.
std::vector<RequestedType> requested_types(const Claimant &pod, const device::Inventory &inventory,
                                           const device::KubeletGrants *record,
                                           const Resources &resources);

}  // namespace koord::sched
