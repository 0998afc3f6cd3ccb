// What a picture shows, before anything is measured or drawn: nested places with their headlines
// and remarks, and in the innermost ones the cores, by L3 group.
//
// A socket contains its NUMA nodes, unless a node of the machine spans several sockets: then a node
// contains its sockets. A place with a single inner place is merged with it. What does not nest -
// an L3 group over two nodes, a socket over two - is drawn in parts, each with a remark.
#pragma once

#include <string>
#include <vector>

#include "render/holding.h"

namespace koord::render {

// Cores of one place that share an L3 (and are of one kind, on hybrid machines).
struct CoreGroup {
  std::string name;        // "L3 0", "L3 0 P"; "" when nothing is known
  std::vector<int> cores;  // indices into Topology::cores()
};

struct Region {
  std::vector<std::string> headline;  // parts: "socket 0", "NUMA 0", "187 GiB", "28/52 CPUs free"
  std::vector<std::string> memories;  // memory-only NUMA nodes next to these CPUs
  std::vector<std::string> remarks;
  std::vector<std::string> devices;
  std::vector<CoreGroup> clusters;
  std::vector<Region> inner;
};

struct Drawing {
  std::string title;                 // "" when none was given
  std::vector<std::string> summary;  // parts: "2 sockets", "104 CPUs", ...
  std::string numbering;             // how to read the CPU numbers of a core; "" when it has one
  Region machine;                    // no headline
};

Drawing build_scene(const Topology &topology, const Holding &holding, std::string_view title,
                    const PictureOptions &options);

// "52 CPUs", "1 CPU".
std::string counted(size_t count, std::string_view noun);
// "1.9 GiB", "187 GiB".
std::string memory_text(uint64_t bytes);

}  // namespace koord::render
