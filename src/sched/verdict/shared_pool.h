// Choice of the shared pool for a pod with the bind policy ConstrainedBurst.
#pragma once

#include "base/refusal.h"
#include "numa/hints.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// Chooses the NUMA node whose shared pool holds the pod's limit and fits it most tightly, among
// those that also have the pod's devices. If no such node has the devices and the NUMA policy is
// not strict, the devices may be elsewhere. Other amounts must be on the NUMA node, because a claim
// that names a pool without amounts stands for all that the pod requests.
Refusal choose_shared_pool(const View &node, const Shape &shape, const Options &options,
                           numa::Mask allowed, Placement &placement);

}  // namespace koord::sched
