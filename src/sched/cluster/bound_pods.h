// Pods as the API server reports them: their claims become their holdings.
#pragma once

#include "sched/cluster/state.h"

namespace koord::sched {

// Sets a pod that is bound to a node, with or without a claim. Allocations that this process made
// for it on this node are kept, whatever it claims. If its node is unknown, the pod waits for it
// and holds nothing. `shape` must be made with Purpose::kToHold.
Outcome set_bound(ClusterState &state, const object::PodObject &pod, ShapePtr shape,
                  Conflicts &conflicts);
// Accepts a pod that names no node. If it is assumed
// here and not bound yet, it keeps its reservation.
Outcome set_unbound(const ClusterState &state, const object::PodObject &pod);
// Releases a terminated pod. Unknown pods are recorded,
// too, because kubelet's record may still contain them.
Outcome set_ended(ClusterState &state, const object::PodObject &pod);

}  // namespace koord::sched
