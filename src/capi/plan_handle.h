// What stands behind koord_plan.
#pragma once

#include <memory>

#include "capi/cluster_handle.h"
#include "capi/counted.h"
#include "koord.h"
#include "sched/changes.h"

struct koord_plan {
  koord::sched::Changes changes;
  std::shared_ptr<const void> made_in;  // the cluster's identity
  koord::capi::References references{};
};

namespace koord::capi {

inline koord_plan *new_plan(const koord_cluster *cluster, sched::Changes changes) {
  return new koord_plan{std::move(changes), cluster->identity};
}

// A step of it; kInvalid where it has no such.
const sched::Change &step_of(const koord_plan *plan, size_t step);
// Throws kInvalid for the plan of another cluster.
void check_cluster(const koord_cluster *cluster, const koord_plan *plan);

}  // namespace koord::capi
