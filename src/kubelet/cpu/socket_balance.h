// Chooses the NUMA nodes that share a request under align-by-socket, as kubelet does since 1.37.
#pragma once

#include <optional>
#include <span>

#include "kubelet/cpu/balance.h"

namespace koord::kubelet {

// The search is exhaustive, as in kubelet: it tries every combination of nodes, and every subset of
// it for a remainder that does not divide evenly.
constexpr int kMaxSocketBalancedNodes = 16;

// Differs from balance() in two points. Nodes of one socket are preferred to all other
// combinations. Nodes that cannot give an equal part are accepted: each node then gives as
// much as the node with the fewest groups has, and the rest is handed out in turns. free: at
// most kMaxSocketBalancedNodes nodes. sockets: the socket of each node, or -1 if its CPUs
// lie in several.
std::optional<Balance> balance_by_socket(std::span<const int> free, std::span<const int> sockets,
                                         int wanted, int group, int min_nodes, int max_nodes);

}  // namespace koord::kubelet
