// The annotation of a NodeResourceTopology with the devices of kubelet's device manager.
#pragma once

#include <string>
#include <string_view>

#include "object/kubelet_plugin_devices.h"

namespace koord::wire {

// {"devices":[{"resource":"nvidia.com/gpu","nodes":[0],"healthy":4,"unhealthy":1}],
//  "pods":[{"uid":"...","devices":[{"resource":"nvidia.com/gpu","nodes":[0],"healthy":2}]}]}
// "preferClosestNUMANodes":true is the topology manager's option. "nodes", "healthy" and
// "unhealthy" may be absent. A pod with "ended":true has ended.
inline constexpr std::string_view kDeviceManagerStateAnnotation =
    "kubelet.koordinator.sh/device-manager-state";

// Errors start with `what`. Unknown fields are ignored. Throws kInvalid naming the field, kLimit.
object::KubeletPluginDevices read_device_manager_state(std::string_view json,
                                                       std::string_view what);
std::string to_annotation(const object::KubeletPluginDevices &devices);

}  // namespace koord::wire
