// Random machines and states for property tests with rapidcheck.
//
// ctest fixes the seed (tests.cmake). To search further, run the
// program itself, which draws a new seed:
//   RC_PARAMS='max_success=20000' build/dev/tests/cpu_tests --gtest_filter='*Properties*'
// A failure prints the smallest failing machine, and "reproduce=..." to run that case again.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "support/machines.h"
#include "topology/topology.h"

namespace koord::testing {

enum class Cores { kUniform, kAny };

struct GeneratedMachine {
  TopologySpec spec;  // the description that `topology` was built from
  std::shared_ptr<const Topology> topology;
};

// Draws a value from 0 to `values` - 1 for each of `count` items; 0 is the
// simplest. The values repeat with a period that divides no regular size, so a
// shrinking machine keeps the values of its other CPUs.
inline std::vector<int> draw_each(size_t count, int values) {
  constexpr size_t kPeriod = 61;
  const auto drawn = *rc::gen::container<std::vector<int>>(kPeriod, rc::gen::inRange(0, values));
  std::vector<int> each;
  for (size_t i = 0; i < count; ++i) each.push_back(drawn[i % kPeriod]);
  return each;
}

// Numbers CPUs thread by thread as Linux does, core by core, or in any order.
inline void draw_numbering(TopologySpec &spec, int threads) {
  const auto n = static_cast<int>(spec.cpus.size());
  const int style = *rc::gen::inRange(0, 3);
  std::vector<int> number(spec.cpus.size());
  std::iota(number.begin(), number.end(), 0);
  if (style == 2) {
    const std::vector<int> key = draw_each(number.size(), 10000);
    std::stable_sort(number.begin(), number.end(), [&](int a, int b) {
      return key[static_cast<size_t>(a)] < key[static_cast<size_t>(b)];
    });
  }
  for (auto &cpu : spec.cpus) {
    if (style == 1) cpu.id = cpu.id % (n / threads) * threads + cpu.id / (n / threads);
    if (style == 2) cpu.id = number[static_cast<size_t>(cpu.id)];
  }
}

// Adds offline CPUs, CPUs without a NUMA node, and NUMA nodes over several sockets.
inline void draw_oddities(TopologySpec &spec) {
  const std::vector<int> fate = draw_each(spec.cpus.size(), 12);
  const int gone_from = *rc::gen::inRange(6, 12);
  std::vector<TopologySpec::Cpu> left;
  for (size_t i = 0; i < spec.cpus.size(); ++i)
    if (fate[i] <= gone_from) left.push_back(spec.cpus[i]);
  if (!left.empty()) spec.cpus = left;
  const int homeless = *rc::gen::inRange(0, 6);
  const bool wide = *rc::gen::inRange(0, 5) == 1;
  for (auto &cpu : spec.cpus) {
    if (homeless == 1 && cpu.node == 0) cpu.node = -1;
    if (homeless == 2) cpu.node = -1;
    if (wide) cpu.node /= 2;
  }
}

inline GeneratedMachine draw_machine(Cores cores) {
  koord::kubelet::testing::Shape shape;
  shape.sockets = *rc::gen::inRange(1, 4);
  shape.nodes_per_socket = *rc::gen::inRange(1, 4);
  shape.l3s_per_node = *rc::gen::inRange(1, 4);
  shape.cores_per_l3 = *rc::gen::inRange(1, 5);
  shape.threads = *rc::gen::element(2, 1, 2, 2, 4, 8);
  shape.has_l3 = *rc::gen::inRange(0, 4) != 3;
  GeneratedMachine machine;
  machine.spec = koord::kubelet::testing::regular(shape);
  draw_numbering(machine.spec, shape.threads);
  if (cores == Cores::kAny) draw_oddities(machine.spec);
  const bool gaps = *rc::gen::inRange(0, 3) == 1;
  if (gaps) {
    for (auto &cpu : machine.spec.cpus) {
      if (cpu.node >= 0) cpu.node = 2 * cpu.node + 1;
      cpu.socket = 3 * cpu.socket + 1;
    }
    machine.spec.empty_sockets = {0, 5};
    for (const int node : {2, 40}) koord::kubelet::testing::add_node(machine.spec, node);
  }
  machine.topology = Topology::build(machine.spec);
  return machine;
}

inline std::string describe(const Topology &topology) {
  std::string text;
  for (const auto &core : topology.cores()) {
    CpuSet cpus;
    for (const int cpu : topology.threads(core)) cpus.add(cpu);
    const int node = core.node < 0 ? -1 : topology.nodes()[static_cast<size_t>(core.node)].id;
    text += "  socket " + std::to_string(topology.sockets()[static_cast<size_t>(core.socket)].id) +
            " node " + std::to_string(node) + " L3 " + std::to_string(core.l3) + " core " +
            std::to_string(core.id) + ": CPUs " + cpus.to_string() + '\n';
  }
  return text;
}

// Returns the number of CPUs of each core that are in the set, in the order of topology.cores().
inline std::vector<int> per_core(const Topology &topology, const CpuSet &cpus) {
  std::vector<int> counts;
  for (const auto &core : topology.cores()) {
    counts.push_back(0);
    for (const int cpu : topology.threads(core)) counts.back() += cpus.contains(cpu) ? 1 : 0;
  }
  return counts;
}

inline int cores_touched(const Topology &topology, const CpuSet &cpus) {
  int n = 0;
  for (const int count : per_core(topology, cpus)) n += count > 0 ? 1 : 0;
  return n;
}

// Returns the CPUs of the cores whose threads are all in the set.
inline CpuSet in_whole_cores(const Topology &topology, const CpuSet &cpus) {
  CpuSet whole;
  const std::vector<int> counts = per_core(topology, cpus);
  for (size_t i = 0; i < counts.size(); ++i) {
    const auto &core = topology.cores()[i];
    if (counts[i] != static_cast<int>(core.threads)) continue;
    for (const int cpu : topology.threads(core)) whole.add(cpu);
  }
  return whole;
}

inline int split_cores(const Topology &topology, const CpuSet &cpus) {
  return cores_touched(topology, cpus) - cores_touched(topology, in_whole_cores(topology, cpus));
}

}  // namespace koord::testing
