// NUMA nodes as Koordinator sees them: those that own CPUs. CPUs without a node count for node 0, as in
// the topology koordlet publishes.
#pragma once

#include <array>

#include "topology/topology.h"

namespace koord::cpu {

struct NumaView {
  int id;
  int index;   // in nodes(), -1: the CPUs without a node
  int socket;  // index of the socket of its lowest CPU
  const CpuSet *cpus;
};

// Visits the nodes ascending by id.
template <typename Visit>
void for_each_node(const Topology &topology, Visit &&visit) {
  const auto nodes = topology.nodes();
  int placed = 0;
  for (const auto &node : nodes) placed += node.cpus.count();
  CpuSet homeless;
  bool first = placed < static_cast<int>(topology.cpus().size());
  if (first) {
    homeless = topology.all_cpus();
    for (const auto &node : nodes)
      if (node.id != 0) homeless -= node.cpus;
    visit(NumaView{0, topology.node_index(0), topology.find_cpu(homeless.first())->socket,
                   &homeless});
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].cpus.empty() || (first && nodes[i].id == 0)) continue;
    visit(NumaView{nodes[i].id, static_cast<int>(i),
                   topology.find_cpu(nodes[i].cpus.first())->socket, &nodes[i].cpus});
  }
}

// Distinct (socket, NUMA node) pairs, by which Koordinator averages.
int count_numa_places(const Topology &topology);

// How many CPUs of a set each NUMA node owns.
class NumaCounts {
 public:
  NumaCounts(const Topology &topology, const CpuSet &cpus) : homeless_(0) {
    for_each_node(topology, [&](const NumaView &node) {
      const int n = node.cpus->count_and(cpus);
      if (node.index >= 0) counts_[static_cast<size_t>(node.index)] = n;
      if (node.id == 0) homeless_ = n;
    });
  }
  int of(int node_index) const {
    return node_index < 0 ? homeless_ : counts_[static_cast<size_t>(node_index)];
  }

 private:
  int homeless_;
  std::array<int, Topology::kMaxNodes> counts_;
};

}  // namespace koord::cpu
