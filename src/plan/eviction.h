// Which pods of a node would have to leave for another to fit.
#pragma once

#include <functional>
#include <vector>

#include "sched/scene.h"

namespace koord::plan {

// Pods of a lower priority such that `fits` says yes to the node without them, and no to the node with any one
// of them back; one pod wherever one will do. None: no such pods. Asks `fits` at most twice per pod and once
// more; when it has had enough of being asked it may say no.
std::vector<sched::Holder> enough_to_evict(const sched::Scene &scene, uint32_t node,
                                           int32_t priority,
                                           const std::function<bool(const sched::View &)> &fits);

}  // namespace koord::plan
