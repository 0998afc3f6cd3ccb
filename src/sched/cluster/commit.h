// Changes that were decided are made, all of them or none.
#pragma once

#include "sched/cluster/changes.h"
#include "sched/cluster/state.h"

namespace koord::sched {

// Steps of a commit besides its changes.
struct CommitOptions {
  bool settles = false;  // claims of pods are judged again on the nodes concerned
  bool checks = false;   // changes that overcommit a node are rejected (Node::is_overcommitted)
};

// kStale: a node changed since they were decided; kUnknownPod, kElsewhere: a pod is not where they
// expect it.
Outcome commit(ClusterState &state, const Changes &changes, const CommitOptions &options = {});

}  // namespace koord::sched
