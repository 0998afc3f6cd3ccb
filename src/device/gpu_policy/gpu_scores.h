// The policies that FGD is compared with, as in its authors' simulator, in integer arithmetic. They
// choose devices within a node by tightest_fitting().
#pragma once

#include "device/gpu/gpu_task.h"

namespace koord::device {

// The divisors of free amounts: 128 CPUs and 8 GPUs in the published runs.
struct LargestNode {
  int64_t cpu_milli = 128'000;
  int64_t gpu_milli = 8'000;
};

// Prefers less CPU and GPU left. Scores are 0 to 100 on nodes up to the largest, and are stretched
// to 0 to 100 over the nodes that fit. Throws kInvalid for a largest node without CPU or GPU or
// beyond the bounds of gpu_task.h.
PlacementScore best_fit(const NodeFree &node, const GpuTask &task, const LargestNode &largest = {},
                        DeviceMask allowed = kAllDevices);
// Prefers a smaller product of free and requested
// amounts. Scores have the range and use of best_fit().
PlacementScore dot_product(const NodeFree &node, const GpuTask &task,
                           const LargestNode &largest = {}, DeviceMask allowed = kAllDevices);

// Prefers devices in use, then nodes in use, then idle nodes with the fewest GPUs.
PlacementScore gpu_packing(const NodeFree &node, const GpuTask &task,
                           DeviceMask allowed = kAllDevices);

// Kinds of GPU tasks on a node. Tasks without GPUs do not count.
enum class Neighbours : int32_t {
  kOthers = 0,  // only tasks of other kinds
  kNone = 1,
  kSomeAlike = 2,
  kAllAlike = 3
};
// Prefers nodes with tasks of the same kind, and within each band those with less GPU free.
PlacementScore gpu_clustering(const NodeFree &node, const GpuTask &task, Neighbours neighbours,
                              const LargestNode &largest = {}, DeviceMask allowed = kAllDevices);

}  // namespace koord::device
