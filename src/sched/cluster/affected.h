// Claims that a change of some pods of a node can affect.
#pragma once

#include <optional>
#include <vector>

#include "sched/cluster/settled.h"

namespace koord::sched {

// The pods of the node beside `without` that may hold something else once the guests have come and
// the pods `without` have gone. A pod that is not among them shares no CPU and no device with the
// others, directly or by way of others, or comes before all of them. Returns nullopt if all claims
// have to be weighed: there are reservations on the node, or replicas of devices.
std::optional<std::vector<PodTable::Entry *>> affected_by(const ClusterState &state, uint32_t id,
                                                          const ArrivingPods &guests,
                                                          const Uids &without);

}  // namespace koord::sched
