// Claims that a change of some pods of a node can affect.
#pragma once

#include <optional>
#include <vector>

#include "sched/cluster/reevaluation.h"

namespace koord::sched {

// Returns the pods of the node, except `without`, whose holdings can change when the guests arrive
// and the pods `without` leave. All other pods share no CPU and no device with these, directly or
// through others, or rank before all of them. Returns nullopt if all claims must be evaluated:
// there are reservations on the node, or replicas of devices.
std::optional<std::vector<PodTable::Entry *>> affected_by(const ClusterState &state, uint32_t id,
                                                          const ArrivingPods &guests,
                                                          const Uids &without);

}  // namespace koord::sched
