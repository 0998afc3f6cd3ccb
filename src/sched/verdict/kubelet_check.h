// Filter: the admission decision of the node's kubelet for a pod that it pins or aligns.
#pragma once

#include "base/refusal.h"
#include "sched/node/summary.h"
#include "sched/pod/shape.h"

namespace koord::sched {

// Returns true if the node reports the memory of a kubelet that serves the pod, or devices that the
// pod requests and that kubelet aligns.
bool is_managed(const View &node, const Shape &shape);

// Returns kubelet's refusal, with its reason and wording.
// The node's kubelet must pin CPUs, and some of this pod, or the pod be managed.
Refusal check_kubelet(const View &node, const Shape &shape);

}  // namespace koord::sched
