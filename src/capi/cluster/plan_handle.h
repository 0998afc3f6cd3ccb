// Definition of koord_plan.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "capi/boundary/counted.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/handle.h"
#include "koord.h"
#include "sched/cluster/allocation.h"
#include "sched/cluster/changes.h"

struct koord_plan {
  koord::sched::Changes changes;
  std::shared_ptr<const void> cluster_identity;
  std::string texts;  // the uids of the steps
  koord::capi::References references{};
};

namespace koord::capi {

inline koord_plan *new_plan(const koord_cluster *cluster, sched::Changes changes) {
  std::string texts = join_texts(
      changes.steps, [](const sched::Change &step) -> const std::string & { return step.uid; });
  return new koord_plan{std::move(changes), cluster->identity, std::move(texts)};
}

// Returns a step of the plan. Throws kInvalid if there is no such step.
const sched::Change &step_of(const koord_plan *plan, size_t step);
// Throws kInvalid for the plan of another cluster.
void check_cluster(const koord_cluster *cluster, const koord_plan *plan);
// Returns the allocation of the step's pod after the step,
// or an empty one for a release. Throws as the two above.
sched::Allocation allocation_of(const koord_cluster *cluster, const koord_plan *plan, size_t step);

}  // namespace koord::capi
