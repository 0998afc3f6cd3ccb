// Scores of nodes and choice of GPUs by a policy for GPU tasks, where one is in force.
#pragma once

#include "sched/placing/placement.h"

namespace koord::sched {

// How well the node suits the pod, which it can take. 0 also where the policy has nothing to say:
// GPUs that fit to the byte and not to the percent.
int32_t score_by_policy(const View &node, const Shape &shape, const Placement &placement,
                        const device::GpuPolicy &policy);

// The device that a pod gets which shares one, of these; 0: whichever.
device::DeviceMask choose_by_policy(const View &node, const Shape &shape,
                                    const Placement &placement, device::DeviceMask fitting,
                                    const device::GpuPolicy &policy);

}  // namespace koord::sched
