// What a plan was decided on.
#pragma once

#include "sched/cluster/changes.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

// The plan holds only as long as the node stays as it is. Where pods of it are thought away, what
// they have may have been given to others: such a plan is for reading, and stale from its first
// moment.
void rely_on(sched::Changes &changes, const sched::Scene &scene, uint32_t node);

}  // namespace koord::plan
