// node-state.json: the decisions of a node's agent, for
// hooks and tools that start later (docs/operate/node.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "agent/node_state.h"

namespace koord::wire {

inline constexpr int kNodeStateVersion = 1;
inline constexpr size_t kMaxNodeStateBytes = size_t{16} << 20;
inline constexpr size_t kMaxNodeStatePods = 65536;
inline constexpr size_t kMaxNodeStateContainers = 65536;  // of all pods

// The contents of the file.
struct NodeStateFile {
  agent::NodeState state;
  std::string boot_id;  // of the boot that the state describes; empty if not stated
};

// Returns one line of JSON and a line feed. Equal states give equal bytes.
std::string write_node_state(const NodeStateFile &file);

// Ignores unknown members. Throws kInvalid naming the field (not of this format), kUnsupported
// (another version), kCorrupt (contradictions: pods out of order, CPUs that the node does not have
// or that two pods hold exclusively), kLimit.
NodeStateFile read_node_state(std::string_view json);
// Reads the state with only the pod of this uid, or without pods. Errors in other pods are found
// only if this one cannot be read.
NodeStateFile read_node_state_of(std::string_view json, std::string_view uid);

}  // namespace koord::wire
