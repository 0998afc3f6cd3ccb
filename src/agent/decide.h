// Who runs where on a node, by its agent's inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agent/local_node.h"
#include "agent/node_state.h"

namespace koord::agent {

// Any inputs have an answer: what cannot be had as asked is refused with a reason in the pod's
// state.
NodeState decide(const LocalNode &node);
PodState decide(const LocalNode &node, const LocalNode::Pod &pod);

// The generation in which what decide() says of the pod last changed, or a pool that it runs on
// did.
uint64_t last_change(const LocalNode &node, const LocalNode::Pod &pod);

// The difference that the cgroups of pods have to follow: ascending uids.
struct Changes {
  std::vector<std::string> moved;  // new ones, and those with another place, CPUs, memory or quota
  std::vector<std::string> gone;
};
Changes changes(const NodeState &before, const NodeState &after);

}  // namespace koord::agent
