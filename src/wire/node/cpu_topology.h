// The annotation node.koordinator.sh/cpu-topology: what koordlet publishes about a node's CPUs,
// {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::wire {

inline constexpr std::string_view kCpuTopologyAnnotation = "node.koordinator.sh/cpu-topology";

// The CPUs of the annotation's value, every field checked; `what` starts the errors, which go on
// with "detail[17].core". Absent numbers are 0 and unknown fields ignored, as Go reads it.
// Throws kInvalid, kLimit (over 4 MiB, nested deeper than 64).
TopologySpec read_cpu_topology(std::string_view json, std::string_view what);

std::shared_ptr<const Topology> topology_from_annotation(std::string_view json, const Log &log);

// Compact, ascending by CPU, zeros written. A CPU without NUMA node is written with node 0.
std::string to_annotation(const Topology &topology);

// Remarks on a topology that is usable but odd.
void log_cpu_topology(const Topology &topology, const Log &log);

}  // namespace koord::wire
