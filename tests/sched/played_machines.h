// Random machines for played kubelets.
#pragma once

#include <memory>
#include <random>
#include <utility>

#include "sched/clusters.h"

namespace koord::testing {

// Random numbers that are equal on every platform; the standard library's distributions are not.
class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}
  int upto(int most) { return static_cast<int>(engine_() % static_cast<uint32_t>(most + 1)); }
  bool one_in(int n) { return upto(n - 1) == 0; }

 private:
  std::mt19937 engine_;
};

inline std::shared_ptr<const Topology> machine_of(Dice &dice) {
  TopologySpec spec;
  const int nodes = 1 + dice.upto(3);
  const int cores = 2 + dice.upto(3);
  const int half = nodes * cores;
  const uint64_t huge = dice.one_in(2) ? 2 : 0;  // pages of 1 GiB on each NUMA node
  for (int cpu = 0; cpu < 2 * half; ++cpu) {
    TopologySpec::Cpu row;
    row.id = cpu;
    row.core = cpu % half;
    row.node = row.core / cores;
    row.socket = row.node / 2;
    row.l3 = row.node;
    spec.cpus.push_back(row);
  }
  for (int i = 0; i < nodes; ++i) {
    TopologySpec::NumaNode node;
    node.id = i;
    node.memory_bytes = (9 + huge) * static_cast<uint64_t>(kGi);
    if (huge > 0) node.huge_pages.push_back({static_cast<uint64_t>(kGi), huge});
    spec.nodes.push_back(node);
    spec.distances.node_ids.push_back(i);
    for (int j = 0; j < nodes; ++j)
      spec.distances.values.push_back(i == j ? 10 : i / 2 == j / 2 ? 12 : 21);
  }
  return Topology::build(std::move(spec));
}

}  // namespace koord::testing
