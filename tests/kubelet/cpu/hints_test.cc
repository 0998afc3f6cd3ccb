#include "kubelet/cpu/hints.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/machines.h"

namespace koord::kubelet {
namespace {

using testing::regular;
using testing::regular_machine;
using testing::TestMachine;

// Formats the nodes of each hint, with + if it is preferred, as in "0+ 1 01+".
std::string text(const Hints &made) {
  std::string out;
  for (const Hint &hint : made.hints) {
    if (!out.empty()) out += ' ';
    for (size_t i = 0; i < made.node_ids.size(); ++i)
      if ((hint.mask >> i & 1) != 0) out += std::to_string(made.node_ids[i]);
    if (hint.preferred) out += '+';
  }
  return out;
}

std::string made(const TestMachine &m, const CpuSet &available, int wanted,
                 const CpuSet &reusable = {}, bool align_by_socket = false) {
  return text(hints(m.machine, available, reusable, wanted, align_by_socket));
}

// 2 sockets of 2 NUMA nodes of 2 CPUs: node 0 has CPUs 0-1, node 1
// has 2-3, node 2 has 4-5, node 3 has 6-7.
TestMachine four_nodes() {
  return regular_machine({.sockets = 2, .nodes_per_socket = 2, .cores_per_l3 = 2, .threads = 1});
}

TEST(KubeletHints, BySizeThenLexicographic) {
  const auto m = four_nodes();
  EXPECT_EQ(made(m, m.topology->all_cpus(), 2),
            "0+ 1+ 2+ 3+ 01 02 03 12 13 23 012 013 023 123 0123");
}

TEST(KubeletHints, PreferredDependsOnCapacityNotOnFreeCpus) {
  const auto m = four_nodes();
  EXPECT_EQ(made(m, CpuSet{1, 2, 4}, 2), "01 02 12 012 013 023 123 0123");
  EXPECT_EQ(made(m, CpuSet{1, 2, 4}, 3), "012 0123");
  EXPECT_EQ(made(m, CpuSet{1, 2, 4}, 4), "");
  EXPECT_EQ(made(m, m.topology->all_cpus(), 9), "");
}

TEST(KubeletHints, ReusableCpusMustBeInside) {
  const auto m = four_nodes();
  EXPECT_EQ(made(m, CpuSet{0, 4}, 2, CpuSet{5}), "2+ 02 12 23 012 023 123 0123");
  EXPECT_EQ(made(m, CpuSet{0, 4}, 2, CpuSet{1, 5}), "02 012 023 0123");
}

TEST(KubeletHints, AlignBySocketPrefersWholeSocketsToo) {
  const auto m = four_nodes();
  EXPECT_EQ(made(m, m.topology->all_cpus(), 2, {}, true),
            "0+ 1+ 2+ 3+ 01+ 02 03 12 13 23+ 012 013 023 123 0123");
  // Two sockets share one NUMA node: kubelet's integer division
  // 1 / 2 gives 0, so nothing is aligned.
  TopologySpec spec = regular({.sockets = 2, .threads = 1});
  for (auto &cpu : spec.cpus) cpu.node = 0;
  const TestMachine two(Topology::build(std::move(spec)));
  EXPECT_EQ(made(two, two.topology->all_cpus(), 2, {}, true), "0+");
}

TEST(KubeletHints, NodesWithoutCpusAreInvisible) {
  TopologySpec spec = regular({.sockets = 2, .threads = 1});
  testing::add_node(spec, 5);
  for (auto &cpu : spec.cpus) cpu.node = cpu.node == 0 ? 0 : 8;
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(made(m, m.topology->all_cpus(), 4), "0+ 8+ 08");
}

TEST(KubeletHints, RefusesToEnumerateManyNodes) {
  const auto sixteen = regular_machine({.sockets = 16, .cores_per_l3 = 1, .threads = 1});
  EXPECT_EQ(hints(sixteen.machine, sixteen.topology->all_cpus(), {}, 1, false).hints.size(),
            65535u);
  const auto more = regular_machine({.sockets = 17, .cores_per_l3 = 1, .threads = 1});
  try {
    hints(more.machine, more.topology->all_cpus(), {}, 1, false);
    FAIL() << "17 nodes were enumerated";
  } catch (const Error &e) {
    EXPECT_EQ(e.status(), Status::kLimit);
  }
}

}  // namespace
}  // namespace koord::kubelet
