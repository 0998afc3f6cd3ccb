// Which pods of a node would have to leave for another to fit.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sched/scene.h"

namespace koord::plan {

// Whether the node as it is now will do; none: enough was asked.
using Ask = std::function<std::optional<bool>(const sched::View &)>;

// Pods of a lower priority such that the node without them will do, and not with any one of them back; one pod
// where one will do. None: all such pods together are not enough, or `ask` had enough.
std::vector<sched::Holder> enough_to_evict(const sched::Scene &scene, uint32_t node,
                                           int32_t priority, const Ask &ask);

}  // namespace koord::plan
