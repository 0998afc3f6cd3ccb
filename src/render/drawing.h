// The contents of a picture before layout: nested regions with headlines and remarks, and the cores
// of the innermost ones by L3 group. A socket contains its NUMA nodes, unless a node of the machine
// spans several sockets; then a node contains its sockets. A region with a single inner region is
// merged with it. Objects that do not nest (an L3 group over two nodes, a socket over two) are
// drawn in parts, each with a remark.
#pragma once

#include <string>
#include <vector>

#include "render/drawn_pods.h"

namespace koord::render {

// Cores of one region that share an L3 and, on hybrid machines, are of one kind.
struct CoreGroup {
  std::string name;        // "L3 0", "L3 0 P"; empty if nothing is known
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
  std::string title;                 // empty if none was given
  std::vector<std::string> summary;  // parts: "2 sockets", "104 CPUs", ...
  // The rule for the CPU numbers of a core; empty if it has one CPU or no rule holds.
  std::string numbering;
  Region machine;  // no headline
};

Drawing build_drawing(const Topology &topology, const Holding &holding, std::string_view title,
                      const PictureOptions &options);

// Returns "52 CPUs", "1 CPU".
std::string counted(size_t count, std::string_view noun);
// Returns "1.9 GiB", "187 GiB".
std::string memory_text(uint64_t bytes);

}  // namespace koord::render
