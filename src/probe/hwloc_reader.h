// Converts a loaded hwloc topology to the description from which a Topology is built.
#pragma once

#include <hwloc.h>

#include "base/log.h"
#include "probe/xml_guard.h"
#include "topology/topology.h"

namespace koord::probe {

// Returns true if two NUMA nodes have a CPU in common. A node that hwloc widened has a CPU of
// another one, because each CPU has a node.
bool nodes_share_cpus(hwloc_topology_t topology);

// If packages or caches cut across NUMA nodes, hwloc attaches the nodes to a larger object and
// reports their memory as local to all its CPUs. nodes: the same machine loaded without packages,
// caches and cores, so that each node keeps its CPUs; nullptr if nodes_share_cpus() is false or if
// there is no such topology. Throws kLimit for unsupported ids. Contradictions are left to
// Topology::build.
TopologySpec read_hwloc(hwloc_topology_t topology, hwloc_topology_t nodes, const Log &log);

// Reports NUMA nodes of a document that may have lost their CPUs in this way: nodes with the same
// CPUs, of several packages or L3 caches. Nodes are not reported if hwloc marks them as memory of
// different kinds (HBM, CXL) beside one set of CPUs, or if firmware states these CPUs as the
// initiators of their memory (HMAT; memory without CPUs of its own among others).
void report_widened_nodes(hwloc_topology_t topology, const TopologySpec &spec,
                          const MemoryInitiators &initiators, const Log &log);

}  // namespace koord::probe
