// The devices that a task may share, one of each kind.
#pragma once

#include "device/gpu_task.h"

namespace koord::device {

// Calls visit(device) for each device in `allowed` with room for a task that shares; of devices with equally much
// free only for the first.
template <typename Visit>
void for_each_device_to_share(const NodeFree &node, const GpuTask &task, DeviceMask allowed,
                              Visit &&visit) {
  for (size_t i = 0; i < node.gpu_milli.size(); ++i) {
    const int32_t milli = node.gpu_milli[i];
    bool tried = milli < task.gpu_milli || (allowed >> i & 1) == 0;
    for (size_t j = 0; j < i && !tried; ++j)
      tried = node.gpu_milli[j] == milli && (allowed >> j & 1) != 0;
    if (!tried) visit(i);
  }
}

}  // namespace koord::device
