// The states that a task may leave a node in, each once.
#pragma once

#include "device/gpu_shares.h"

namespace koord::device {

// Calls visit(devices, after) for each: a task that shares may take any device with room, and of devices with
// equally much free only the first is tried; all others have one way. On the devices in `allowed`; the task
// must fit there.
template <typename Visit>
void for_each_placing(const NodeFree &node, const GpuShares &before, const GpuTask &task,
                      DeviceMask allowed, Visit &&visit) {
  if (!task.shares()) {
    const DeviceMask devices = first_fitting(node, task, allowed);
    GpuShares after = before;
    after.take(node, task, devices);
    return visit(devices, after);
  }
  for (size_t i = 0; i < node.gpu_milli.size(); ++i) {
    const int32_t milli = node.gpu_milli[i];
    bool tried = milli < task.gpu_milli || (allowed >> i & 1) == 0;
    for (size_t j = 0; j < i && !tried; ++j)
      tried = node.gpu_milli[j] == milli && (allowed >> j & 1) != 0;
    if (tried) continue;
    GpuShares after = before;
    after.take(milli, task.gpu_milli, 1);
    visit(device_bit(static_cast<int>(i)), after);
  }
}

}  // namespace koord::device
