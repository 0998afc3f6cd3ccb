// The state on which a plan was decided.
#pragma once

#include "sched/cluster/changes.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

// Ties the plan to the present state of the node. If the what-if
// removes pods from this node, their resources may have been given to
// others: such a plan is for reading only, and stale from the start.
void rely_on(sched::Changes &changes, const sched::ClusterSnapshot &snapshot, uint32_t node);

}  // namespace koord::plan
