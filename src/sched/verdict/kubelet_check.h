// Filter: what the node's kubelet will say of a pod that it pins.
#pragma once

#include "base/refusal.h"
#include "sched/node/summary.h"
#include "sched/pod/shape.h"

namespace koord::sched {

// With kubelet's reason and words. Of a node whose kubelet pins CPUs, and a pod that has some for
// it.
Refusal check_kubelet(const View &node, const Shape &shape);

}  // namespace koord::sched
