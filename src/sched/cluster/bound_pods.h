// Pods as the API server shows them: what they claim becomes what they hold.
#pragma once

#include "sched/cluster/state.h"

namespace koord::sched {

// A pod bound to a node, with or without a claim of what it holds there. What was reserved for it
// on this node it keeps, whatever it claims. Its node is not there: it waits for it and holds
// nothing. `shape`: of a pod to hold.
Outcome set_bound(ClusterState &state, const object::PodObject &pod, ShapePtr shape,
                  Conflicts &conflicts);
// A pod that names no node: assumed here and not bound yet, it keeps what was reserved.
Outcome set_unbound(const ClusterState &state, const object::PodObject &pod);
// A terminated one is let go; also where nobody has heard of it before: kubelet's record may have
// it still.
Outcome set_ended(ClusterState &state, const object::PodObject &pod);

}  // namespace koord::sched
