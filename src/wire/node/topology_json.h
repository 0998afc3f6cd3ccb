// The complete contents of a topology as one versioned JSON document
// (docs/reference/topology-json.md).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/log.h"
#include "topology/topology.h"

namespace koord::wire {

inline constexpr std::string_view kTopologyVersion = "koord.sh/v1";
inline constexpr std::string_view kTopologyKind = "Topology";

std::string to_json(const Topology &topology);

// Reads a document of to_json(). Writing the topology again gives the same bytes. Members that
// follow from others may be absent, but must not contradict them. Throws kInvalid naming the field,
// kLimit (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or devices).
std::shared_ptr<const Topology> topology_from_json(std::string_view json, const Log &log);

}  // namespace koord::wire
