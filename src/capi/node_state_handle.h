// What stands behind koord_node_state.
#pragma once

#include "agent/node_state.h"
#include "koord.h"

struct koord_node_state {
  koord::agent::NodeState state;
};
