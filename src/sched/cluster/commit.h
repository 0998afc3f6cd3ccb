// Changes that were decided are made, all of them or none.
#pragma once

#include "sched/cluster/changes.h"
#include "sched/cluster/state.h"

namespace koord::sched {

// kStale: a node changed since they were decided; kUnknownPod, kElsewhere: a pod is not where they
// expect it. `settles`: what pods claim is weighed anew on the nodes concerned.
Outcome commit(ClusterState &state, const Changes &changes, bool settles = false);

}  // namespace koord::sched
