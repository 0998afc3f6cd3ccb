// The policies that fragmentation gradient descent is compared with, as its authors' simulator has
// them, in whole numbers. Devices inside the node: tightest_fitting.
#pragma once

#include "device/gpu/gpu_task.h"

namespace koord::device {

// Sizes that free amounts are divided by: 128 CPUs and 8 GPUs in the published runs.
struct LargestNode {
  int64_t cpu_milli = 128'000;
  int64_t gpu_milli = 8'000;
};

// Less is left of CPU and GPU: 0 to 100 on nodes up to the largest, to be stretched to 0 to 100
// over the nodes that fit. Throws kInvalid for a largest node without CPU or GPU or beyond the
// bounds of gpu_task.h.
Placed best_fit(const NodeFree &node, const GpuTask &task, const LargestNode &largest = {},
                DeviceMask allowed = kAllDevices);
// Smaller product of what is free and what is asked; the same range and use.
Placed dot_product(const NodeFree &node, const GpuTask &task, const LargestNode &largest = {},
                   DeviceMask allowed = kAllDevices);

// First shared devices, then nodes in use, then idle nodes, of those the one with the fewest GPUs.
Placed gpu_packing(const NodeFree &node, const GpuTask &task, DeviceMask allowed = kAllDevices);

// Who is on the node already; tasks without GPUs do not count.
enum class Neighbours : int32_t {
  kOthers = 0,  // tasks of other kinds only
  kNone = 1,
  kSomeAlike = 2,
  kAllAlike = 3
};
// Nodes with tasks of the same kind, in each band those with less GPU free.
Placed gpu_clustering(const NodeFree &node, const GpuTask &task, Neighbours neighbours,
                      const LargestNode &largest = {}, DeviceMask allowed = kAllDevices);

// Scores of the nodes that fit, stretched so that the lowest is 0 and the highest 100; all equal:
// unchanged.
void stretch(std::span<Placed> nodes) noexcept;

}  // namespace koord::device
