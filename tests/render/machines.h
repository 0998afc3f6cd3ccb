// Machines to draw.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "topology/topology.h"

namespace koord::testing {

struct Shape {
  int sockets = 1;
  int nodes = 1;       // per socket
  int l3s = 1;         // per node; 0 if unknown
  int cores = 1;       // per L3, or per node without L3
  int threads = 1;     // per core
  bool split = false;  // siblings are n and n + cores, as on Intel; else adjacent
  uint64_t node_bytes = 0;
};

inline TopologySpec spec_of(const Shape &shape) {
  TopologySpec spec;
  const int groups = shape.l3s > 0 ? shape.l3s : 1;
  const int all_cores = shape.sockets * shape.nodes * groups * shape.cores;
  for (int core = 0; core < all_cores; ++core) {
    const int group = core / shape.cores;
    const int node = group / groups;
    for (int thread = 0; thread < shape.threads; ++thread) {
      TopologySpec::Cpu cpu;
      cpu.id = shape.split ? core + thread * all_cores : core * shape.threads + thread;
      cpu.core = core;
      cpu.l3 = shape.l3s > 0 ? group : -1;
      cpu.node = node;
      cpu.socket = node / shape.nodes;
      spec.cpus.push_back(cpu);
    }
  }
  for (int node = 0; node < shape.sockets * shape.nodes; ++node)
    spec.nodes.push_back({node, shape.node_bytes, {}, {}});
  return spec;
}

inline std::shared_ptr<const Topology> machine(const Shape &shape) {
  return Topology::build(spec_of(shape));
}

constexpr uint64_t kGiB = uint64_t{1} << 30;

// 6 P cores with two threads and 8 E cores under one L3.
inline TopologySpec hybrid_spec() {
  TopologySpec spec;
  for (int cpu = 0; cpu < 20; ++cpu) {
    const bool big = cpu < 12;
    spec.cpus.push_back({cpu, 0, 0, big ? cpu / 2 : cpu - 6, 0, -1, big ? 1 : 0});
  }
  spec.nodes.push_back({0, 32 * kGiB, {}, {}});
  return spec;
}

// Sub-NUMA clustering: one L3 per socket covers two NUMA nodes, and
// CPU numbers alternate between the nodes.
inline TopologySpec snc_spec() {
  TopologySpec spec;
  for (int cpu = 0; cpu < 16; ++cpu)
    spec.cpus.push_back({cpu, cpu % 4 / 2, cpu % 4, cpu, cpu % 4 / 2, -1, 0});
  return spec;
}

// One NUMA node spans sockets 0 and 1, another 2 and 3.
inline TopologySpec nodes_over_sockets_spec() {
  TopologySpec spec;
  for (int cpu = 0; cpu < 8; ++cpu)
    spec.cpus.push_back({cpu, cpu / 2, cpu / 4, cpu, cpu / 2, -1, 0});
  spec.nodes.push_back({0, 8 * kGiB, {}, {}});
  spec.nodes.push_back({1, 8 * kGiB, {}, {}});
  return spec;
}

// Machines of all kinds, for properties that hold on every machine.
inline std::vector<std::pair<std::string, std::shared_ptr<const Topology>>> all_machines() {
  TopologySpec nodeless = spec_of({.sockets = 2, .cores = 5, .threads = 2});
  for (auto &cpu : nodeless.cpus)
    if (cpu.socket == 0) cpu.node = -1;
  TopologySpec odd = spec_of({.sockets = 1, .cores = 3, .threads = 8});
  odd.cpus.erase(odd.cpus.begin() + 9, odd.cpus.begin() + 14);  // a core with three threads
  odd.cpus.erase(odd.cpus.begin());
  TopologySpec memory = spec_of({.nodes = 4, .l3s = 0, .cores = 17, .threads = 4, .split = true});
  for (int node = 0; node < 4; ++node) {
    TopologySpec::NumaNode far{4 + node, 4 * kGiB, {}, {}};
    for (const auto &cpu : memory.cpus)
      if (cpu.node == node) far.local_cpus.add(static_cast<int>(cpu.id));
    memory.nodes.push_back(far);
  }
  return {
      {"one CPU", machine({})},
      {"2 sockets, SMT 2", machine({.sockets = 2, .cores = 26, .threads = 2, .split = true})},
      {"EPYC", machine({.sockets = 2, .l3s = 8, .cores = 8, .threads = 2, .split = true})},
      {"EPYC NPS4", machine({.sockets = 2, .nodes = 4, .l3s = 4, .cores = 8, .threads = 2})},
      {"SMT 4, memory only", Topology::build(memory)},
      {"SMT 8", machine({.sockets = 2, .l3s = 4, .cores = 3, .threads = 8})},
      {"hybrid", Topology::build(hybrid_spec())},
      {"SNC", Topology::build(snc_spec())},
      {"nodes over sockets", Topology::build(nodes_over_sockets_spec())},
      {"no nodes", Topology::build(nodeless)},
      {"holes", Topology::build(odd)},
      {"24 sockets", machine({.sockets = 24, .cores = 8, .threads = 2, .split = true})},
      {"4096 CPUs", machine({.sockets = 16, .nodes = 2, .l3s = 16, .cores = 4, .threads = 2})},
  };
}

}  // namespace koord::testing
