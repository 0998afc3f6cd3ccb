// Topology manager settings of a node, from its NodeResourceTopology object.
#pragma once

#include <cstdint>

#include "object/objects.h"

namespace koord::sched {

enum class TopologyScope : int32_t { kAbsent = 0, kContainer = 1, kPod = 2 };

struct TopologyManagerConfig {
  static constexpr int kDefaultMaxNodes = 8;  // kubelet's default
  static constexpr int kLimitMaxNodes = 1024;

  object::NumaPolicy policy = object::NumaPolicy::kNone;
  TopologyScope scope = TopologyScope::kContainer;
  int max_nodes = kDefaultMaxNodes;

  friend bool operator==(const TopologyManagerConfig &, const TopologyManagerConfig &) = default;
};

// Applies the first of the report's policies to `start`, then the attributes topologyManagerScope,
// topologyManagerPolicy and topologyManagerMaxNUMANodes, which take precedence. Values that are
// unknown, misspelled or out of range are ignored.
TopologyManagerConfig topology_manager_config(const object::NumaReport &report,
                                              TopologyManagerConfig start = {});

}  // namespace koord::sched
