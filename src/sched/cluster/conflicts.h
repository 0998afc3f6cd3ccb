// Conflicts of pods' claims in the present state.
#pragma once

#include <string>
#include <string_view>

#include "sched/cluster/state.h"

namespace koord::sched {

// Includes differences from kubelet's record, which may arrive after the allocation.
Conflicts conflicts_of(const ClusterState &state, const PodTable::Entry &pod);
// Returns the conflicts of a pod whose node is unknown.
Conflicts conflicts_of(const ClusterState &state, const std::string &node, std::string_view uid,
                       const BoundPod &pod);
Outcome conflicts_of(const ClusterState &state, std::string_view uid, Conflicts &out);

}  // namespace koord::sched
