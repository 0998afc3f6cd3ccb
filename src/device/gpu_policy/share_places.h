// Enumeration of the devices that a task may share, one per free amount.
#pragma once

#include <bitset>

#include "device/gpu/gpu_task.h"

namespace koord::device {

// Calls visit(device) for each device in `allowed` that has room for a task that shares. Of devices
// with equal free amounts only the first is visited. The node must have passed check_devices().
template <typename Visit>
void for_each_device_to_share(const NodeFree &node, const GpuTask &task, DeviceMask allowed,
                              Visit &&visit) {
  std::bitset<kWholeGpu + 1> tried;
  for (size_t i = 0; i < node.gpu_milli.size(); ++i) {
    const int32_t milli = node.gpu_milli[i];
    if (milli < task.gpu_milli || (allowed >> i & 1) == 0) continue;
    const auto at = static_cast<size_t>(milli);
    if (tried[at]) continue;
    tried[at] = true;
    visit(i);
  }
}

}  // namespace koord::device
