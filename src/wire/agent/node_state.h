// node-state.json: what a node's agent decided, for hooks and tools that start after it.
// docs/operate/node.md
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

// A state as its file holds it.
struct NodeStateFile {
  agent::NodeState state;
  std::string boot_id;  // of the boot that the state is about; "": not said
};

// One line of JSON and a line feed; the same state gives the same bytes.
std::string write_node_state(const NodeStateFile &file);

// Unknown members are ignored. Throws kInvalid naming the field (not of this format), kUnsupported
// (another version), kCorrupt (it contradicts itself: pods out of order, CPUs that the node does
// not have or that two pods have for themselves), kLimit.
NodeStateFile read_node_state(std::string_view json);
// The same with the pod that has the uid alone, or none. What is wrong with others is found only
// where this one cannot be read.
NodeStateFile read_node_state_of(std::string_view json, std::string_view uid);

}  // namespace koord::wire
