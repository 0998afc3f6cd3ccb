#include "kubelet/cpu/machine.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "kubelet/cpu/balance.h"
#include "kubelet/cpu/distributed.h"
#include "kubelet/cpu/order.h"
#include "kubelet/cpu/packed.h"
#include "support/machines.h"

namespace koord::kubelet {
namespace {

using testing::regular;
using testing::regular_machine;
using testing::TestMachine;

std::string packed(const TestMachine &m, const CpuSet &available, int wanted,
                   PackedOptions options = {}) {
  CpuSet out;
  EXPECT_FALSE(pick_packed(m.machine, available, wanted, options, out).refused());
  return out.to_string();
}

TEST(KubeletMachine, CountersOfRegularMachines) {
  const auto m = regular_machine({.sockets = 2, .nodes_per_socket = 4, .l3s_per_node = 2});
  const Counters &counters = m.machine.counters();
  EXPECT_EQ(counters.cpus, 128);
  EXPECT_EQ(counters.cores, 64);
  EXPECT_EQ(counters.sockets, 2);
  EXPECT_EQ(counters.nodes, 8);
  EXPECT_EQ(counters.cpus_per_core(), 2);
  EXPECT_FALSE(m.machine.numa_first());
  EXPECT_EQ(Uncores(m.machine).cpus_per_uncore(), 8);
}

TEST(KubeletMachine, PlacesWithoutCpusAreNotCounted) {
  TopologySpec spec = regular({.sockets = 2});
  testing::add_node(spec, 7);
  testing::add_node(spec, 9);
  spec.empty_sockets = {5};
  spec.empty_l3s = 3;
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(m.machine.counters().nodes, 2);
  EXPECT_EQ(m.machine.counters().sockets, 2);
  EXPECT_TRUE(m.machine.numa_first());
  EXPECT_EQ(Uncores(m.machine).cpus_per_uncore(), 8);
  EXPECT_EQ(m.machine.node_index(7), 2);
  EXPECT_EQ(m.machine.node_index(8), -1);
}

TEST(KubeletMachine, CpusWithoutNodeCountForNodeZero) {
  TopologySpec spec = regular({.sockets = 2, .threads = 1});
  for (auto &cpu : spec.cpus)
    if (cpu.id < 2) cpu.node = -1;
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(m.machine.node_cpus(0).to_string(), "0-3");
  EXPECT_EQ(packed(m, m.topology->all_cpus(), 4), "0-3");

  TopologySpec none = regular({.sockets = 2, .threads = 1});
  for (auto &cpu : none.cpus) cpu.node = -1;
  const TestMachine bare(Topology::build(std::move(none)));
  EXPECT_EQ(bare.machine.counters().nodes, 1);
  EXPECT_EQ(bare.machine.node_count(), 1);
  EXPECT_EQ(bare.machine.node_id(0), 0);
  EXPECT_EQ(bare.machine.node_index(0), 0);
  EXPECT_EQ(bare.machine.node_index(1), -1);
  EXPECT_EQ(packed(bare, CpuSet{1, 4, 5, 6}, 3), "1,4-5");  // socket 0 has fewer free CPUs

  // No CPU is assigned to node 0 here; it gets the CPUs without a node.
  TopologySpec empty_zero = regular({.sockets = 2, .threads = 1});
  testing::add_node(empty_zero, 0);
  for (auto &cpu : empty_zero.cpus) cpu.node = cpu.id < 4 ? -1 : 1;
  const TestMachine lent(Topology::build(std::move(empty_zero)));
  EXPECT_EQ(lent.machine.counters().nodes, 2);
  EXPECT_EQ(lent.machine.node_cpus(0).to_string(), "0-3");
}

TEST(KubeletMachine, CpusWithoutL3UseTheirSocketsNumber) {
  // Socket 0 has an L3 with its own number. Socket 1 has none, so its CPUs join the L3 numbered 1.
  TopologySpec spec = regular({.sockets = 2, .l3s_per_node = 2, .cores_per_l3 = 2, .threads = 1});
  for (auto &cpu : spec.cpus)
    if (cpu.socket == 1) cpu.l3 = -1;
  const TestMachine m(Topology::build(std::move(spec)));
  const Uncores uncores(m.machine);
  EXPECT_EQ(uncores.cpus(uncores.of(m.machine.cpu(0))).to_string(), "0-1");
  EXPECT_EQ(uncores.of(m.machine.cpu(2)), uncores.of(m.machine.cpu(5)));
  EXPECT_EQ(uncores.cpus(1).to_string(), "2-7");
  EXPECT_EQ(uncores.cpus_per_uncore(), 4);

  const auto none = regular_machine({.sockets = 2, .l3s_per_node = 2, .has_l3 = false});
  const Uncores sockets(none.machine);
  EXPECT_EQ(sockets.cpus(sockets.of(none.machine.cpu(9))).to_string(), "8-15,24-31");
  EXPECT_EQ(sockets.cpus_per_uncore(), 16);
}

TEST(KubeletOrder, CoresGoByIdNotByLowestCpu) {
  TopologySpec spec = regular({.threads = 1});
  for (auto &cpu : spec.cpus) cpu.core = 10 - cpu.id;
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(packed(m, m.topology->all_cpus(), 1), "3");
  EXPECT_EQ(packed(m, CpuSet{0, 1}, 1), "1");
}

TEST(KubeletPacked, AsManyNodesAsSocketsIsNumaFirst) {
  // Every NUMA node has half of each socket.
  TopologySpec spec = regular({.sockets = 2, .threads = 1});
  for (auto &cpu : spec.cpus) cpu.node = cpu.id / 2 % 2;
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(packed(m, m.topology->all_cpus(), 4), "0-1,4-5");
  // then a whole socket is taken
  EXPECT_EQ(packed(m, m.topology->all_cpus() - CpuSet{0, 2}, 4), "4-7");
  // the socket with fewer free CPUs counts, not the node
  EXPECT_EQ(packed(m, CpuSet{0, 2, 4, 5}, 3), "0,2,4");
}

TEST(KubeletPacked, HybridCoresAreFreeByTheirOwnSize) {
  // Cores 0 and 1 have two threads (0,4 and 1,5), cores 2 and 3
  // have one; kubelet rounds to one per core.
  TopologySpec spec = regular({});
  std::erase_if(spec.cpus, [](const auto &cpu) { return cpu.id >= 6; });
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(m.machine.counters().cpus_per_core(), 1);
  EXPECT_EQ(packed(m, CpuSet{0, 1, 2, 5}, 2), "0,2");
  EXPECT_EQ(packed(m, CpuSet{0, 1, 3, 5}, 3), "1,3,5");
  EXPECT_EQ(packed(m, m.topology->all_cpus(), 4), "0,2-4");
}

TEST(KubeletPacked, UncoreTakesWholeGroupsThenOneThatFits) {
  const auto m = regular_machine({.l3s_per_node = 4, .cores_per_l3 = 2});
  // L3 groups: 0-1,8-9; 2-3,10-11; 4-5,12-13; 6-7,14-15. The first lacks one thread.
  const CpuSet free = m.topology->all_cpus() - CpuSet{8};
  EXPECT_EQ(packed(m, free, 6, {.spread = false, .align_uncores = true}), "2-4,10-12");
  EXPECT_EQ(packed(m, free, 3, {.spread = false, .align_uncores = true}), "0-1,9");
  EXPECT_EQ(packed(m, free, 2, {.spread = false, .align_uncores = true}), "2,10");
}

// Caches are ordered by the kernel's numbers, regardless of their CPUs.
TEST(KubeletPacked, EqualUncoresGoByTheirIds) {
  TopologySpec spec = regular({.l3s_per_node = 4, .cores_per_l3 = 2});
  for (auto &cpu : spec.cpus) cpu.l3 = (cpu.l3 * 7 + 3) % 11;  // 3, 10, 6, 2
  const TestMachine m(Topology::build(std::move(spec)));
  const CpuSet all = m.topology->all_cpus();
  EXPECT_EQ(packed(m, all, 4, {.spread = false, .align_uncores = true}), "6-7,14-15");
  EXPECT_EQ(packed(m, all, 8, {.spread = false, .align_uncores = true}), "0-1,6-9,14-15");
  EXPECT_EQ(packed(m, all, 2, {.spread = false, .align_uncores = true}), "6,14");
  EXPECT_EQ(packed(m, all - CpuSet{3}, 3, {.spread = false, .align_uncores = true}), "2,10-11")
      << "fewest free CPUs before ids";
}

// A CPU without L3 joins the cache whose number equals its
// socket's number, not the cache at that index.
TEST(KubeletMachine, CpusWithoutL3JoinTheCacheOfTheirSocketsNumber) {
  TopologySpec spec = regular({.sockets = 2, .l3s_per_node = 2, .cores_per_l3 = 2, .threads = 1});
  for (auto &cpu : spec.cpus) cpu.l3 = cpu.socket == 1 ? -1 : cpu.l3 == 0 ? 1 : 5;
  const TestMachine m(Topology::build(std::move(spec)));
  const Uncores uncores(m.machine);
  EXPECT_EQ(uncores.cpus(uncores.of(m.machine.cpu(4))).to_string(), "0-1,4-7");
  EXPECT_EQ(uncores.cpus(uncores.of(m.machine.cpu(2))).to_string(), "2-3");
}

TEST(KubeletPacked, OnlyOddRequestsMayLeaveOutAThreadInAnUncore) {
  // L3 group 0 has cores 0 and 1 (CPUs 0,4,8,12 and 1,5,9,13); one of its threads is in use.
  const auto m = regular_machine({.l3s_per_node = 2, .cores_per_l3 = 2, .threads = 4});
  const CpuSet free = m.topology->all_cpus() - CpuSet{0};
  EXPECT_EQ(packed(m, free, 6, {.spread = false, .align_uncores = true}), "1,4-5,8-9,13");
  EXPECT_EQ(packed(m, free - CpuSet{13}, 5, {.spread = false, .align_uncores = true}), "1,4-5,8-9");
}

TEST(KubeletPacked, SmallerUncoresAreNotTakenWholeForSmallRequests) {
  TopologySpec spec = regular({.cores_per_l3 = 6, .threads = 1});
  for (auto &cpu : spec.cpus) cpu.l3 = cpu.id == 0 ? 0 : 1;
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(packed(m, m.topology->all_cpus(), 2, {.spread = false, .align_uncores = true}), "1-2");
  EXPECT_EQ(packed(m, m.topology->all_cpus(), 3, {.spread = false, .align_uncores = true}), "0-2");
}

TEST(KubeletPacked, ForeignCpusDoNotCount) {
  const auto m = regular_machine({});
  CpuSet out;
  const Refusal no = pick_packed(m.machine, CpuSet{0, 100, 8191}, 2, {}, out);
  EXPECT_EQ(no.needed, 2);
  EXPECT_EQ(no.best, 1);
}

TEST(KubeletPacked, LargestMachine) {
  // One CPU per core, socket and L3 group, and the maximum number of NUMA nodes.
  TopologySpec spec;
  for (int i = 0; i < CpuSet::kCapacity; ++i)
    spec.cpus.push_back(
        {.id = i, .socket = i, .node = i % Topology::kMaxNodes, .core = 0, .l3 = i});
  const TestMachine m(Topology::build(std::move(spec)));
  for (const bool align : {false, true}) {
    CpuSet out;
    EXPECT_FALSE(pick_packed(m.machine, m.topology->all_cpus() - CpuSet{0}, 8001,
                             {.spread = false, .align_uncores = align}, out)
                     .refused());
    EXPECT_EQ(out.count(), 8001);
  }
  CpuSet out;
  EXPECT_THROW(pick_distributed(m.machine, m.topology->all_cpus(), 8, {}, out), Error);
  CpuSet few;
  for (int i = 0; i < kMaxBalancedNodes; ++i) few.add(i);
  EXPECT_FALSE(pick_distributed(m.machine, few, 40, {}, out).refused());
  EXPECT_EQ(out.count(), 40);
}

TEST(KubeletPacked, OneWideCore) {
  TopologySpec spec;
  for (int i = 0; i < CpuSet::kCapacity; ++i)
    spec.cpus.push_back({.id = i, .node = 0, .core = i < 4096 ? 0 : i});
  const TestMachine m(Topology::build(std::move(spec)));
  EXPECT_EQ(packed(m, m.topology->all_cpus() - CpuSet{0}, 4097), "1,4096-8191");
}

TEST(KubeletDistributed, UnevenRequestsArePacked) {
  const auto m = regular_machine({.sockets = 2});
  CpuSet out;
  EXPECT_FALSE(pick_distributed(m.machine, m.topology->all_cpus(), 9, {.group = 2}, out).refused());
  EXPECT_EQ(out.to_string(), "0-4,8-11");
  EXPECT_FALSE(
      pick_distributed(m.machine, m.topology->all_cpus(), 12, {.group = 2}, out).refused());
  EXPECT_EQ(out.to_string(), "0-2,4-6,8-10,12-14");
}

}  // namespace
}  // namespace koord::kubelet
