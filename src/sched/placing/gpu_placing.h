// Scores of nodes and choice of GPUs by the GPU policy, if one is configured.
#pragma once

#include "sched/placing/placement.h"

namespace koord::sched {

// Returns the policy's score of a feasible node. Returns 0 also if the policy cannot place the pod,
// because the GPUs fit by bytes but not by percent.
int32_t score_by_policy(const View &node, const Shape &shape, const Placement &placement,
                        const device::GpuPolicy &policy);

// Returns the device that the policy chooses out of `fitting`
// for a pod that shares a GPU; 0 if it has no preference.
device::DeviceMask choose_by_policy(const View &node, const Shape &shape,
                                    const Placement &placement, device::DeviceMask fitting,
                                    const device::GpuPolicy &policy);

}  // namespace koord::sched
