#include "topology/topology.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/expect_error.h"

namespace koord {
namespace {

// Two sockets of two NUMA nodes of two cores of two threads; siblings n and n + 8.
TopologySpec small_server() {
  TopologySpec spec;
  for (int id = 0; id < 16; ++id) {
    TopologySpec::Cpu cpu;
    cpu.id = id;
    cpu.core = id % 8;
    cpu.node = cpu.core / 2;
    cpu.socket = cpu.core / 4;
    cpu.l3 = cpu.core / 4;
    cpu.kernel_core = cpu.core % 4;
    spec.cpus.push_back(cpu);
  }
  for (int id = 0; id < 4; ++id) {
    TopologySpec::NumaNode node;
    node.id = id;
    node.memory_bytes = 1000;
    node.local_cpus = CpuSet{2 * id, 2 * id + 1, 2 * id + 8, 2 * id + 9};
    spec.nodes.push_back(node);
  }
  return spec;
}

std::shared_ptr<const Topology> build(TopologySpec spec) {
  return Topology::build(std::move(spec));
}

TEST(Topology, IndexesAreDenseAndAscending) {
  const auto t = build(small_server());
  ASSERT_EQ(t->cpus().size(), 16u);
  ASSERT_EQ(t->cores().size(), 8u);
  ASSERT_EQ(t->nodes().size(), 4u);
  ASSERT_EQ(t->sockets().size(), 2u);
  ASSERT_EQ(t->l3s().size(), 2u);
  EXPECT_EQ(t->smt_width(), 2);
  EXPECT_EQ(t->all_cpus().to_string(), "0-15");
  for (const auto &cpu : t->cpus()) {
    EXPECT_EQ(t->find_cpu(cpu.id), &cpu);
    EXPECT_EQ(cpu.core, cpu.id % 8);
    const auto &core = t->cores()[cpu.core];
    EXPECT_EQ(core.node, cpu.node);
    EXPECT_EQ(core.socket, cpu.socket);
    EXPECT_EQ(core.l3, cpu.l3);
    const auto threads = t->threads(core);
    EXPECT_NE(std::find(threads.begin(), threads.end(), cpu.id), threads.end());
  }
  EXPECT_EQ(t->nodes()[1].cpus.to_string(), "2-3,10-11");
  EXPECT_EQ(t->sockets()[1].cpus.to_string(), "4-7,12-15");
  EXPECT_EQ(t->l3s()[1].first_cpu, 4);
  EXPECT_TRUE(t->siblings().uniform());
}

TEST(Topology, OrderOfTheDescriptionDoesNotMatter) {
  TopologySpec spec = small_server();
  std::reverse(spec.cpus.begin(), spec.cpus.end());
  std::reverse(spec.nodes.begin(), spec.nodes.end());
  const auto t = build(std::move(spec));
  EXPECT_EQ(t->cpus()[0].id, 0);
  EXPECT_EQ(t->threads(t->cores()[3])[1], 11);
  EXPECT_EQ(t->nodes()[2].id, 2);
  EXPECT_EQ(t->l3s()[0].first_cpu, 0);
}

TEST(Topology, LookupsOfUnknownIds) {
  TopologySpec spec = small_server();
  spec.cpus.erase(spec.cpus.begin() + 3);
  const auto t = build(std::move(spec));
  for (const int id : {-1, 3, 16, 8191, 100000}) EXPECT_EQ(t->find_cpu(id), nullptr) << id;
  EXPECT_EQ(t->node_index(4), -1);
  EXPECT_EQ(t->node_index(-1), -1);
  EXPECT_EQ(t->socket_index(2), -1);
}

TEST(Topology, CoreNumbersMayRepeatInOtherSocketsAndNodes) {
  TopologySpec spec;
  for (int id = 0; id < 4; ++id) {
    TopologySpec::Cpu cpu;
    cpu.id = id;
    cpu.socket = id / 2;
    cpu.node = id % 2;
    spec.cpus.push_back(cpu);  // every core is core 0
  }
  const auto t = build(std::move(spec));
  EXPECT_EQ(t->cores().size(), 4u);
  EXPECT_EQ(t->smt_width(), 1);
}

TEST(Topology, SparseNumbersAndPlacesWithoutCpus) {
  TopologySpec spec;
  TopologySpec::Cpu cpu;
  cpu.id = 8191;
  cpu.socket = 36;
  cpu.node = 1023;
  cpu.core = INT32_MAX - 1;
  spec.cpus.push_back(cpu);
  cpu.id = 4;
  cpu.node = -1;
  spec.cpus.push_back(cpu);
  TopologySpec::NumaNode memory;
  memory.id = 250;
  memory.memory_bytes = 7;
  spec.nodes.push_back(memory);
  spec.empty_sockets = {3, 40, 36};  // 36 has CPUs, so it is not empty
  spec.empty_l3s = 2;
  spec.offline = CpuSet{4, 5};  // 4 is usable, so it is not offline
  const auto t = build(std::move(spec));
  ASSERT_EQ(t->nodes().size(), 2u);
  EXPECT_EQ(t->nodes()[0].id, 250);
  EXPECT_EQ(t->nodes()[1].id, 1023);
  EXPECT_EQ(t->nodes()[1].cpus.to_string(), "8191");
  ASSERT_EQ(t->sockets().size(), 3u);
  EXPECT_EQ(t->sockets()[0].id, 3);
  EXPECT_EQ(t->sockets()[1].cpus.to_string(), "4,8191");
  EXPECT_EQ(t->cpus()[0].node, -1);
  ASSERT_EQ(t->l3s().size(), 2u);
  EXPECT_EQ(t->l3s()[0].first_cpu, -1);
  EXPECT_EQ(t->offline().to_string(), "5");
}

TEST(Topology, LocalCpusAreUsableAndIncludeTheOwn) {
  TopologySpec spec = small_server();
  spec.nodes[0].local_cpus = CpuSet{0, 1, 15, 700};
  spec.nodes[1].local_cpus = CpuSet{};
  const auto t = build(std::move(spec));
  EXPECT_EQ(t->nodes()[0].local_cpus.to_string(), "0-1,8-9,15");
  EXPECT_EQ(t->nodes()[1].local_cpus.to_string(), "2-3,10-11");
}

TEST(Topology, FactsArePassedOn) {
  TopologySpec spec = small_server();
  spec.disallowed = CpuSet{3};
  spec.facts.architecture = "aarch64";
  spec.distances = {{0, 1}, {10, 20, 20, 10}};
  spec.nodes[2].huge_pages = {{2097152, 5}};
  spec.cpus[5].kind = 2;
  PciDevice device;
  device.bus_id = "0000:00:00.0";
  spec.devices.push_back(device);
  const auto t = build(std::move(spec));
  EXPECT_EQ(t->disallowed().to_string(), "3");
  EXPECT_EQ(t->facts().architecture, "aarch64");
  EXPECT_TRUE(t->distances().known());
  EXPECT_EQ(t->nodes()[2].huge_pages[0].count, 5u);
  EXPECT_EQ(t->find_cpu(5)->kind, 2);
  EXPECT_EQ(t->find_cpu(13)->kernel_core, 1);
  EXPECT_EQ(t->devices().size(), 1u);
}

TEST(Topology, RefusesInconsistentDescriptions) {
  const auto refused = [](const auto &change, const std::string &why,
                          Status status = Status::kInvalid) {
    TopologySpec spec = small_server();
    change(spec);
    EXPECT_ERROR(build(spec), status, why);
  };
  using Spec = TopologySpec;
  refused([](Spec &s) { s.cpus.clear(); }, "no CPU is usable");
  refused([](Spec &s) { s.cpus[1].id = 0; }, "CPU 0 is listed twice");
  refused([](Spec &s) { s.cpus[1] = s.cpus[0], s.cpus[1].node = 1; }, "two NUMA nodes, 0 and 1");
  refused([](Spec &s) { s.cpus[3].id = -1; }, "CPU id -1");
  refused([](Spec &s) { s.cpus[3].id = 8192; }, "CPU id 8192");
  refused([](Spec &s) { s.cpus[3].id = INT64_MAX; }, "CPU id 9223372036854775807");
  refused([](Spec &s) { s.cpus[3].socket = -1; }, "CPU 3: socket id -1");
  refused([](Spec &s) { s.cpus[3].socket = INT32_MAX; }, "socket id 2147483647");
  refused([](Spec &s) { s.cpus[3].node = -2; }, "CPU 3: NUMA node id -2");
  refused([](Spec &s) { s.cpus[3].node = 1024; }, "NUMA node id 1024");
  refused([](Spec &s) { s.cpus[3].core = -1; }, "CPU 3: core id -1");
  refused([](Spec &s) { s.cpus[3].l3 = -2; }, "CPU 3: L3 id -2");
  refused([](Spec &s) { s.cpus[3].l3 = INT64_MAX; }, "L3 id");
  refused([](Spec &s) { s.cpus[3].kernel_core = -2; }, "CPU 3: kernel core id -2");
  refused([](Spec &s) { s.cpus[3].kernel_core = int64_t{1} << 32; }, "kernel core id 4294967296");
  refused([](Spec &s) { s.nodes[1].id = 0; }, "NUMA node 0 is listed twice");
  refused([](Spec &s) { s.nodes[1].id = 1024; }, "NUMA node id 1024");
  refused([](Spec &s) { s.nodes[1].id = -1; }, "NUMA node id -1");
  refused([](Spec &s) { s.nodes.resize(1025); }, "1025 NUMA nodes", Status::kLimit);
  refused([](Spec &s) { s.cpus.resize(8193); }, "8193 CPUs", Status::kLimit);
  refused([](Spec &s) { s.empty_sockets = {-1}; }, "socket id -1");
  refused([](Spec &s) { s.empty_l3s = -1; }, "L3 caches");
  refused([](Spec &s) { s.distances = {{0, 1}, {10}}; }, "1 values for 2");
  refused([](Spec &s) { s.distances = {{0, 0}, {10, 20, 20, 10}}; }, "NUMA node 0 twice");
  refused([](Spec &s) { s.distances = {{0, -1}, {10, 20, 20, 10}}; }, "NUMA node id -1");
  refused([](Spec &s) { s.distances = {{0, 1024}, {10, 20, 20, 10}}; }, "NUMA node id 1024");
}

}  // namespace
}  // namespace koord
