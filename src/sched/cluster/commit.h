// Applies decided changes, all of them or none.
#pragma once

#include "sched/cluster/changes.h"
#include "sched/cluster/state.h"

namespace koord::sched {

// Steps of a commit besides its changes.
struct CommitOptions {
  bool reevaluates = false;  // re-evaluate claims on the affected nodes
  bool checks = false;       // reject changes that overcommit a node (Node::is_overcommitted)
};

// Returns kStale if a node has changed since the decision, and
// kUnknownPod or kElsewhere if a pod is not where the changes expect it.
Outcome commit(ClusterState &state, const Changes &changes, const CommitOptions &options = {});

}  // namespace koord::sched
