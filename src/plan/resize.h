// Resizes a pod in place.
#pragma once

#include "base/refusal.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

struct ResizeConditions {
  bool skip_fit = false;
  bool may_move = false;  // to other CPUs and NUMA nodes of its node if there is no other way
};

struct ResizeAnswer {
  Refusal refusal;
  sched::Changes changes;  // one step
};

// Changes `pod` on `node` to `shape`. The CPUs and NUMA nodes that it has afterwards contain, or
// are contained in, those that it had, unless it may move.
ResizeAnswer resize(const sched::ClusterSnapshot &snapshot, uint32_t node, const sched::Holder &pod,
                    const sched::ShapePtr &shape, const ResizeConditions &conditions);

}  // namespace koord::plan
