// Machines with offline CPUs.
#include "topology/subset.h"

#include <gtest/gtest.h>

namespace koord {
namespace {

// Two sockets with one NUMA node each, four cores of two threads; siblings n and n + 8.
std::shared_ptr<const Topology> machine() {
  TopologySpec spec;
  for (int id = 0; id < 16; ++id) {
    TopologySpec::Cpu cpu;
    cpu.id = id;
    cpu.core = id % 8;
    cpu.node = cpu.socket = cpu.l3 = cpu.core / 4;
    cpu.kernel_core = cpu.core % 4;
    spec.cpus.push_back(cpu);
  }
  spec.nodes.push_back({0, 1000, {}, CpuSet{0, 1, 2, 3, 8, 9, 10, 11}});
  spec.nodes.push_back({1, 2000, {}, CpuSet{4, 5, 6, 7, 12, 13, 14, 15}});
  spec.facts.architecture = "x86_64";
  return Topology::build(std::move(spec));
}

TEST(WithCpus, OneThreadOfEachCore) {
  const auto all = machine();
  const auto half = with_cpus(*all, all->siblings().lowest_per_core(all->all_cpus()));
  EXPECT_EQ(half->all_cpus(), CpuSet::parse("0-7"));
  EXPECT_EQ(half->offline(), CpuSet::parse("8-15"));
  EXPECT_EQ(half->smt_width(), 1);
  EXPECT_EQ(half->cores().size(), 8u);
  ASSERT_EQ(half->nodes().size(), 2u);
  EXPECT_EQ(half->nodes()[1].cpus, CpuSet::parse("4-7"));
  EXPECT_EQ(half->nodes()[1].local_cpus, CpuSet::parse("4-7"));
  EXPECT_EQ(half->nodes()[1].memory_bytes, 2000u);
  EXPECT_EQ(half->find_cpu(6)->kernel_core, 2);
  EXPECT_EQ(half->facts().architecture, "x86_64");
}

TEST(WithCpus, ANumaNodeMayLoseAllItsCpus) {
  const auto first = with_cpus(*machine(), CpuSet::parse("0-1,8"));
  EXPECT_EQ(first->sockets().size(), 1u);
  ASSERT_EQ(first->nodes().size(), 2u);
  EXPECT_TRUE(first->nodes()[1].cpus.empty());
  EXPECT_EQ(first->l3s().size(), 1u);
  EXPECT_EQ(first->siblings().with_siblings(CpuSet{0}), (CpuSet{0, 8}));
}

}  // namespace
}  // namespace koord
