// Filter: the admission decision of the node's kubelet for a pod that it pins.
#pragma once

#include "base/refusal.h"
#include "sched/node/summary.h"
#include "sched/pod/shape.h"

namespace koord::sched {

// Returns kubelet's refusal, with its reason and wording.
// The node's kubelet must pin CPUs, and some of this pod, or report its memory for a pod that its
// managers serve.
Refusal check_kubelet(const View &node, const Shape &shape);

}  // namespace koord::sched
