// Pages for a browser without external resources: a node, and an overview of a cluster.
#pragma once

#include <string>
#include <vector>

#include "output/picture.h"
#include "session/simulation.h"

namespace koordctl {

// Returns a page with the drawing of the node and a table of its devices.
std::string node_page(const SessionResult &result, const NodeResult &node,
                      const PictureOptions &options);

// Returns a page with a tile for each node: use of CPUs and devices, and fragments. The first
// kMaxTiles nodes are shown.
inline constexpr size_t kMaxTiles = 2000;
std::string cluster_page(const SessionResult &result);

}  // namespace koordctl
