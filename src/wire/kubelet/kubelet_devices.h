// Devices that kubelet allocated to containers, from its device manager's checkpoint.
#pragma once

#include <span>
#include <vector>

#include "object/devices.h"
#include "object/objects.h"
#include "wire/kubelet/device_checkpoint.h"

namespace koord::wire {

// Returns the entries with devices of `reported`, in the order of the file, restricted to those
// devices. If GPUs are reported, ids of GPUs that `reported` lacks are kept, and so are replicas
// ("GPU-...::3") and MIG instances. Entries of `pods` are omitted if they have terminated, or if
// their annotation names devices of the type, which count instead. So annotations that schedulers
// refuse must be removed from `pods`.
std::vector<object::KubeletDevices> kubelet_devices(const DeviceCheckpoint &checkpoint,
                                                    const object::DeviceObject &reported,
                                                    std::span<const object::PodObject> pods);

}  // namespace koord::wire
