// RebindResource: other CPUs for the pods of a node, so that they and those to come have it better.
#pragma once

#include <cstdint>

#include "plan/fragmentation.h"
#include "plan/rebind_search.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

struct Rebind {
  Refusal refusal;  // why there is nothing to plan on, or the guest does not fit
  sched::Changes
      changes;  // moves, no CPU with two owners between any of them; none: it is good as it is
  Fragmentation before;
  Fragmentation after;
  uint32_t moved = 0;  // pods
  uint32_t work = 0;   // placements tried
  bool out_of_work = false;
};

// The node must be there. Only pods with CPUs of their own move, none whose protection is kKeep,
// and no promise made to any pod of the node is kept less well. Never worse than before.
Rebind rebind(const sched::Scene &scene, uint32_t node, const RebindOptions &options);

// Whether a pod of this shape fits after some moves, as few as are found: they come first, and last
// comes the pod, its uid and priority left to the caller. The fragmentation after is without the
// pod.
Rebind rebind_for(const sched::Scene &scene, uint32_t node, const sched::ShapePtr &shape,
                  bool skip_fit, const RebindOptions &options);

}  // namespace koord::plan
