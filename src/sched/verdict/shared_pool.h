// The shared pool of a pod with the bind policy ConstrainedBurst.
#pragma once

#include "base/refusal.h"
#include "numa/hints.h"
#include "sched/placing/placement.h"

namespace koord::sched {

// Chooses the NUMA node whose shared pool holds the pod's limit and fits it most tightly, of those
// that have the pod's devices, too. If the NUMA policy requires nothing, the devices may be
// elsewhere if no such node has them. Other amounts must be there: a claim that names a pool and no
// amounts stands for all that the pod requests.
Refusal choose_shared_pool(const View &node, const Shape &shape, const Options &options,
                           numa::Mask allowed, Placement &placement);

}  // namespace koord::sched
