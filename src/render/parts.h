// The innermost regions of a machine, each the intersection of one socket and one NUMA node, and
// their groups. Strict nesting is not assumed.
#pragma once

#include <climits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "topology/topology.h"

namespace koord::render {

// In place of a node index or an L3 index that does not exist.
inline constexpr int kNoNode = INT_MAX;

struct Part {
  int socket;  // index
  int node;    // index or kNoNode
  CpuSet cpus;
  // (L3 index or kNoNode, negated kind of core) -> indices of cores
  std::map<std::pair<int, int>, std::vector<int>> clusters;
};

class Parts {
 public:
  explicit Parts(const Topology &topology);

  // Returns true if some node spans several sockets: nodes
  // contain sockets on this machine, not the reverse.
  bool nodes_outside() const { return nodes_outside_; }
  // Returns the index of the part's outer region: a socket, or a node if nodes are outside.
  int outer_of(const Part &part) const { return nodes_outside_ ? part.node : part.socket; }

  const std::vector<Part> &all() const { return parts_; }  // by outer, then inner region
  // Returns the outer regions and their parts, ascending.
  const std::map<int, std::vector<size_t>> &by_outer() const { return by_outer_; }
  const std::map<int, std::vector<size_t>> &by_l3() const { return by_l3_; }
  const std::map<int, std::vector<size_t>> &by_socket() const { return by_socket_; }
  // The part that has all of `cpus`, or else the outer region
  // that has them; -1 if there is none, or if no CPU is given.
  struct Home {
    int part = -1;
    int outer = -1;
  };
  Home home_of(const CpuSet &cpus) const;

  // Return "socket 1"; "NUMA 0" or "no NUMA node"; the name of a part as seen from another.
  std::string socket_name(int socket) const;
  std::string node_name(int node) const;
  std::string part_name(size_t part, size_t from) const;
  // Returns the members of `parts` except `self`, a few by name: "NUMA 1, NUMA 2 and 3 more".
  std::string others(const std::vector<size_t> &parts, size_t self) const;

 private:
  const Topology &topology_;
  bool nodes_outside_ = false;
  std::vector<Part> parts_;
  std::map<std::pair<int, int>, size_t> index_;  // (socket, node) -> part
  std::map<int, std::vector<size_t>> by_outer_;
  std::map<int, std::vector<size_t>> by_l3_;
  std::map<int, std::vector<size_t>> by_socket_;
  std::map<int, CpuSet> outer_cpus_;
};

}  // namespace koord::render
