// RebindResource: assigns other CPUs to the pods of a
// node, to improve them and the room for later pods.
#pragma once

#include <cstdint>

#include "plan/fragmentation.h"
#include "plan/rebind_search.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

struct Rebind {
  Refusal refusal;  // why there is nothing to plan on, or why the guest does not fit
  // Moves between which no CPU ever has two owners. Empty if the node is good as it is.
  sched::Changes changes;
  Fragmentation before;
  Fragmentation after;
  uint32_t moved = 0;  // pods
  uint32_t work = 0;   // placements tried
  bool out_of_work = false;
};

// The node must exist. Only pods with CPUs of their own move, except those
// with Protection::kKeep, and no policy of any pod of the node is met less
// well than before. The result is never worse than the present state.
Rebind rebind(const sched::ClusterSnapshot &snapshot, uint32_t node, const RebindOptions &options);

// Finds moves, as few as possible for this search, after which a pod of
// this shape fits. The changes list the moves and then the pod; the
// caller fills in its uid and priority. `after` does not include the pod.
Rebind rebind_for(const sched::ClusterSnapshot &snapshot, uint32_t node,
                  const sched::ShapePtr &shape, bool skip_fit, const RebindOptions &options);

}  // namespace koord::plan
