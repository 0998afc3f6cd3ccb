// A pod grows or shrinks where it is.
#pragma once

#include "base/refusal.h"
#include "sched/cluster/changes.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

struct ResizeConditions {
  bool skip_fit = false;
  bool may_move = false;  // to other CPUs and NUMA nodes of its node, where there is no other way
};

struct ResizeAnswer {
  Refusal refusal;
  sched::Changes changes;  // one step
};

// `pod` is on `node` and becomes one of `shape`: what it owns contains, or is contained in, what it
// owned.
ResizeAnswer resize(const sched::Scene &scene, uint32_t node, const sched::Holder &pod,
                    const sched::ShapePtr &shape, const ResizeConditions &conditions);

}  // namespace koord::plan
