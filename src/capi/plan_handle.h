// What stands behind koord_plan.
#pragma once

#include <memory>

#include "capi/cluster_handle.h"
#include "koord.h"
#include "sched/changes.h"

struct koord_plan {
  koord::sched::Changes changes;
  std::shared_ptr<const void> made_in;  // the cluster's identity
};

namespace koord::capi {

inline koord_plan *new_plan(const koord_cluster *cluster, sched::Changes changes) {
  return new koord_plan{std::move(changes), cluster->identity};
}

}  // namespace koord::capi
