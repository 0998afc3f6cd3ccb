// Decides the placement of every pod of a node from its agent's inputs.
#pragma once

#include <cstdint>

#include "agent/local_node.h"
#include "agent/node_state.h"

namespace koord::agent {

// Succeeds for any inputs. A placement that is not possible is refused with a reason in
// the pod's state.
NodeState decide(const LocalNode &node);
PodState decide(const LocalNode &node, const LocalNode::Pod &pod);

// Returns the generation of the last change in the result of decide() for the pod, or in a pool
// that it runs on.
uint64_t last_change(const LocalNode &node, const LocalNode::Pod &pod);

}  // namespace koord::agent
