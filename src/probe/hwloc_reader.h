// Turns a loaded hwloc topology into the description a Topology is built from.
#pragma once

#include <hwloc.h>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::probe {

// Throws kLimit for ids that are not supported; contradictions are left to Topology::build.
TopologySpec read_hwloc(hwloc_topology_t topology, const Log &log);

}  // namespace koord::probe
