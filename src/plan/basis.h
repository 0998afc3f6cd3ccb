// What a plan was decided on.
#pragma once

#include "sched/changes.h"
#include "sched/scene.h"

namespace koord::plan {

// The plan holds only as long as the node stays as it is.
void rely_on(sched::Changes &changes, const sched::Scene &scene, uint32_t node);

}  // namespace koord::plan
