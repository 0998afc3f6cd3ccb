// How a NodeResourceTopology object says that the node's topology manager is set.
#pragma once

#include <cstdint>

#include "object/objects.h"

namespace koord::sched {

enum class TopologyScope : int32_t { kAbsent = 0, kContainer = 1, kPod = 2 };

struct TopologyManagerConfig {
  static constexpr int kDefaultMaxNodes = 8;  // kubelet's
  static constexpr int kLimitMaxNodes = 1024;

  object::NumaPolicy policy = object::NumaPolicy::kNone;
  TopologyScope scope = TopologyScope::kContainer;
  int max_nodes = kDefaultMaxNodes;

  friend bool operator==(const TopologyManagerConfig &, const TopologyManagerConfig &) = default;
};

// `start`, changed by the first of the policies and then by the attributes topologyManagerScope,
// topologyManagerPolicy and topologyManagerMaxNUMANodes, the later over the earlier. What is
// unknown, spelled otherwise or out of range changes nothing.
TopologyManagerConfig topology_manager_config(const object::NumaReport &report,
                                              TopologyManagerConfig start = {});

}  // namespace koord::sched
