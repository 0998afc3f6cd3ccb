// Which NUMA nodes share a request under align-by-socket, as kubelet has done it since 1.37.
#pragma once

#include <optional>
#include <span>

#include "cpu/kubelet_balance.h"

namespace koord::kubelet {

// Every combination of nodes is tried, and every subset for what does not divide evenly, as kubelet
// does.
constexpr int kMaxSocketBalancedNodes = 16;

// As balance(), but nodes of one socket come before all others, and nodes that cannot give an equal
// part are taken nevertheless: each gives what the poorest has, and the rest is handed out in
// turns. free: of at most kMaxSocketBalancedNodes nodes. sockets: the socket of each, -1: it has
// CPUs in several.
std::optional<Balance> balance_by_socket(std::span<const int> free, std::span<const int> sockets,
                                         int wanted, int group, int min_nodes, int max_nodes);

}  // namespace koord::kubelet
