// The annotation node.koordinator.sh/cpu-topology, in which koordlet publishes a node's CPUs:
// {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::wire {

inline constexpr std::string_view kCpuTopologyAnnotation = "node.koordinator.sh/cpu-topology";

// Reads the CPUs of the annotation's value and checks every field. Errors start with `what`,
// followed by the field, such as "detail[17].core". Absent numbers are 0 and unknown fields are
// ignored, as in Go. Throws kInvalid, kLimit (over 4 MiB, nested deeper than 64).
TopologySpec read_cpu_topology(std::string_view json, std::string_view what);

std::shared_ptr<const Topology> topology_from_annotation(std::string_view json, const Log &log);

// Writes compact JSON, ascending by CPU, including zeros.
// A CPU without a NUMA node is written with node 0.
std::string to_annotation(const Topology &topology);

// Logs properties of a topology that are valid but unusual.
void log_cpu_topology(const Topology &topology, const Log &log);

}  // namespace koord::wire
