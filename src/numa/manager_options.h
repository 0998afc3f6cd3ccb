// Options of kubelet's topology manager and their validation.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace koord::numa {

inline constexpr int kKubeletMaxNodes = 8;  // default and minimum of max-allowable-numa-nodes

struct ManagerOptions {
  bool prefer_closest = false;       // prefer-closest-numa-nodes
  int max_nodes = kKubeletMaxNodes;  // max-allowable-numa-nodes
};

// Checks the settings of KubeletConfiguration against the machine, in kubelet's order. Throws
// kInvalid with kubelet's error text. Policy "none" ignores all other settings.
ManagerOptions manager_options(std::string_view policy, std::string_view scope,
                               const std::map<std::string, std::string> &options, int numa_nodes,
                               bool distances_known);

// Returns "unsupported on machines with more than 8 NUMA Nodes".
std::string too_many_nodes(int max_nodes);
// Returns "the minimum value of ... should not be less than 8".
std::string too_low_max_nodes();

}  // namespace koord::numa
