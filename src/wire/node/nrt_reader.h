// NodeResourceTopology objects (topology.node.k8s.io) as koordlet and others publish them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"
#include "object/objects.h"
#include "topology/topology.h"
#include "wire/json/json.h"
#include "wire/node/nrt_decoder.h"

namespace koord::wire {

// All throw kInvalid naming object and field, kLimit (over 16 MiB).

// Returns the machine: CPUs from the annotation cpu-topology, memory, huge pages and distances from
// the zones named node-<id>. Zones of other types or names are ignored.
std::shared_ptr<const Topology> topology_from_nrt(std::string_view json, const Log &log);

NrtReport report_from_nrt(std::string_view json, const Log &log);

// Reads all that a scheduler needs. An object without the annotation cpu-topology has no machine.
object::NodeTopology read_node_topology(std::string_view json, const Log &log);
// Reads an object of at most 16 MiB.
object::NodeTopology read_node_topology(const JsonValue &root, const Log &log);

}  // namespace koord::wire
