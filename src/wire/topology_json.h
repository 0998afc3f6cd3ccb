// Everything a topology holds, as one versioned JSON document (docs/topology-json.md).
#pragma once

#include <string>

#include "topology/topology.h"

namespace koord::wire {

std::string to_json(const Topology &topology);

}  // namespace koord::wire
