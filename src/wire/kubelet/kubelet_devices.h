// Devices that kubelet gave to containers, out of its device manager's checkpoint.
#pragma once

#include <span>
#include <vector>

#include "object/devices.h"
#include "object/objects.h"
#include "wire/kubelet/device_checkpoint.h"

namespace koord::wire {

// Entries that name devices of `reported`, in the order of the file, each with the ids that are
// there: the GPU of a replica ("GPU-...::3") is the GPU. Left out are pods of `pods` that a
// scheduler gave devices to, which their own annotation tells, and those that have terminated.
std::vector<object::KubeletDevices> kubelet_devices(const DeviceCheckpoint &checkpoint,
                                                    const object::DeviceObject &reported,
                                                    std::span<const object::PodObject> pods);

}  // namespace koord::wire
