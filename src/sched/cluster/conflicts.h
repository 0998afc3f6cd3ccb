// What is not believed of what pods claim, as things are now.
#pragma once

#include <string>
#include <string_view>

#include "sched/cluster/state.h"

namespace koord::sched {

// Kubelet's record may come after what was given here.
Conflicts conflicts_of(const ClusterState &state, const PodTable::Entry &pod);
// Nothing is known of what a pod says whose node is not there.
Conflicts conflicts_of(const ClusterState &state, const std::string &node, std::string_view uid,
                       const BoundPod &pod);
Outcome conflicts_of(const ClusterState &state, std::string_view uid, Conflicts &out);

}  // namespace koord::sched
