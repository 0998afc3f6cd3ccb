// The Device object of a node, ready for "kubectl apply",
// and the resources and labels that its Node gets from it.
#pragma once

#include <string>
#include <vector>

#include "object/devices.h"

namespace koord::wire {

inline constexpr char kGpuPartitionsAnnotation[] = "scheduling.koordinator.sh/gpu-partitions";
inline constexpr char kGpuLinksAnnotation[] = "node.koordinator.sh/gpu-links";
inline constexpr char kDeviceCheckpointsAnnotation[] = "node.koordinator.sh/devices-checkpoints";

// Writes scheduling.koordinator.sh/v1alpha1 with the devices in the order given. Throws kInvalid if
// the node's name is not a DNS-1123 subdomain.
std::string write_device(const object::DeviceObject &devices);

// Returns the value of gpu-links in one line: pairs
// [{"minors":[0,1],"pci":"SingleSwitch","nvlinks":4}] without the members that are unknown, and
// GPUs at NVSwitches [{"minors":[0],"switchLinks":18}].
std::string gpu_links_text(const object::DeviceObject &devices);

// Returns the value of devices-checkpoints and of claimed-devices.
std::string kubelet_devices_text(const std::vector<object::KubeletDevices> &entries);

// {"resources":{"koordinator.sh/gpu":"800"},"labels":{}}.
std::string write_node_resources(const object::Amounts &resources, const object::Labels &labels);

}  // namespace koord::wire
