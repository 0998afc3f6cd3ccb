// What kubelet's topology manager is started with, and when it refuses to start.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace koord::numa {

inline constexpr int kKubeletMaxNodes = 8;  // max-allowable-numa-nodes, default and least value

struct ManagerOptions {
  bool prefer_closest = false;       // prefer-closest-numa-nodes
  int max_nodes = kKubeletMaxNodes;  // max-allowable-numa-nodes
};

// The settings as KubeletConfiguration has them, checked against the machine in kubelet's order;
// its error text in koord::Error (kInvalid). Policy "none" looks at nothing else.
ManagerOptions manager_options(std::string_view policy, std::string_view scope,
                               const std::map<std::string, std::string> &options, int numa_nodes,
                               bool distances_known);

// "unsupported on machines with more than 8 NUMA Nodes"
std::string too_many_nodes(int max_nodes);
// "the minimum value of ... should not be less than 8"
std::string too_low_max_nodes();

}  // namespace koord::numa
