#include "wire/node/nrt_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/expect_error.h"
#include "wire/node/cpu_topology.h"
#include "wire/node/nrt_reader.h"
#include "wire/object/node_name.h"

namespace koord::wire {
namespace {

using nlohmann::json;

// Two sockets with one NUMA node of four CPUs (two cores of two
// threads) each, and a memory-only node 4.
TopologySpec two_sockets() {
  TopologySpec spec;
  for (int i = 0; i < 8; ++i) {
    TopologySpec::Cpu cpu;
    cpu.id = i;
    cpu.core = i % 4;
    cpu.socket = cpu.node = i % 4 / 2;
    spec.cpus.push_back(cpu);
  }
  spec.nodes = {{0, uint64_t{4} << 30, {{2 << 20, 256}, {1 << 30, 1}}, {}},
                {1, (uint64_t{4} << 30) + 1024, {{2 << 20, 0}}, {}},
                {4, uint64_t{1} << 40, {}, {}}};
  spec.distances = {{0, 1, 4}, {10, 21, 17, 21, 10, 28, 17, 28, 10}};
  return spec;
}

NrtInputs inputs() {
  NrtInputs in;
  in.node_name = "worker-1.example.com";
  in.kubelet = parse_kubelet_config(
      R"({"cpuManagerPolicy":"static","cpuManagerPolicyOptions":{"full-pcpus-only":"true"},
          "topologyManagerPolicy":"restricted","topologyManagerScope":"pod",
          "reservedMemory":[{"numaNode":0,"limits":{"memory":"512Mi","hugepages-2Mi":"2Mi"}}]})",
      Log{});
  in.reserved = CpuSet{0, 4};
  in.allocated = {{"uid-b", "", "", CpuSet{2, 6}, true},
                  {"uid-a", "prod", "db", CpuSet{1}, true},
                  {"uid-b", "", "", CpuSet{5}, true}};
  return in;
}

json write(const Topology &topology, const NrtInputs &in) {
  return json::parse(write_nrt(topology, in));
}

json annotation(const json &nrt, std::string_view name) {
  return json::parse(nrt["metadata"]["annotations"][std::string(name)].get<std::string>());
}

json resource(const json &zone, const std::string &name) {
  for (const json &one : zone["resources"])
    if (one["name"] == name) return one;
  return nullptr;
}

TEST(NrtWriter, R56_NamedAfterTheNodeAndLabelled) {
  const json out = write(*Topology::build(two_sockets()), inputs());
  EXPECT_EQ(out["apiVersion"], "topology.node.k8s.io/v1alpha1");
  EXPECT_EQ(out["kind"], "NodeResourceTopology");
  EXPECT_EQ(out["metadata"]["name"], "worker-1.example.com");
  EXPECT_EQ(out["metadata"]["labels"],
            json::parse(R"({"app.kubernetes.io/managed-by":"Koordinator"})"));
  EXPECT_EQ(out["topologyPolicies"], json::parse(R"(["RestrictedPodLevel"])"));
}

TEST(NrtWriter, R55_R57_AnnotationsSayWhatTheKubeletDoes) {
  const auto topology = Topology::build(two_sockets());
  const json out = write(*topology, inputs());
  EXPECT_EQ(out["metadata"]["annotations"].size(), 5u);
  EXPECT_EQ(annotation(out, kCpuManagerPolicyAnnotation),
            json::parse(R"({"policy":"static","options":{"full-pcpus-only":"true"},
                            "reservedCPUs":"0,4"})"));
  EXPECT_EQ(annotation(out, kCpuTopologyAnnotation), json::parse(to_annotation(*topology)));
  EXPECT_EQ(annotation(out, kPodCpuAllocsAnnotation),
            json::parse(R"([{"namespace":"prod","name":"db","uid":"uid-a","cpuset":"1",
                             "managedByKubelet":true},
                            {"uid":"uid-b","cpuset":"2,5-6","managedByKubelet":true}])"));
}

TEST(NrtWriter, R03_R05_R07_PoolsAreAllButKubeletsPodsWithReservedCpusInThem) {
  const json out = write(*Topology::build(two_sockets()), inputs());
  const json expected =
      json::parse(R"([{"socket":0,"node":0,"cpuset":"0,4"},{"socket":1,"node":1,"cpuset":"3,7"}])");
  EXPECT_EQ(annotation(out, kCpuSharedPoolsAnnotation), expected);
  EXPECT_EQ(annotation(out, kBeCpuSharedPoolsAnnotation), expected);
}

TEST(NrtWriter, ZonesCountCpusMemoryAndDistances) {
  const json zones = write(*Topology::build(two_sockets()), inputs())["zones"];
  ASSERT_EQ(zones.size(), 3u);
  EXPECT_EQ(zones[0], json::parse(R"({"name":"node-0","type":"Node",
      "costs":[{"name":"node-0","value":10},{"name":"node-1","value":21},{"name":"node-4","value":17}],
      "resources":[
        {"name":"cpu","capacity":"4","allocatable":"2","available":"0"},
        {"name":"hugepages-1Gi","capacity":"1Gi","allocatable":"1Gi","available":"1Gi"},
        {"name":"hugepages-2Mi","capacity":"512Mi","allocatable":"510Mi","available":"510Mi"},
        {"name":"memory","capacity":"2560Mi","allocatable":"2Gi","available":"2Gi"}]})"));
  EXPECT_EQ(zones[1]["name"], "node-1");
  EXPECT_EQ(resource(zones[1], "cpu")["available"], "2");
  EXPECT_EQ(resource(zones[1], "memory")["capacity"], "4194305Ki");
  EXPECT_EQ(resource(zones[1], "hugepages-2Mi")["capacity"], "0");
  EXPECT_EQ(zones[2]["name"], "node-4");
  EXPECT_EQ(resource(zones[2], "cpu")["capacity"], "0");
  EXPECT_EQ(resource(zones[2], "memory")["capacity"], "1Ti");
}

TEST(NrtWriter, DefaultsAreThoseOfAnUnconfiguredNode) {
  NrtInputs in;
  in.node_name = "n";
  const json out = write(*Topology::build(two_sockets()), in);
  EXPECT_EQ(out["topologyPolicies"], json::parse(R"(["None"])"));
  EXPECT_EQ(annotation(out, kCpuManagerPolicyAnnotation), json::parse(R"({"policy":"none"})"));
  EXPECT_EQ(annotation(out, kPodCpuAllocsAnnotation), json::array());
  EXPECT_EQ(resource(out["zones"][0], "cpu")["available"], "4");
}

TEST(NrtWriter, RoundTrip) {
  const auto topology = Topology::build(two_sockets());
  const std::string text = write_nrt(*topology, inputs());
  const auto back = topology_from_nrt(text, Log{});
  EXPECT_EQ(to_annotation(*back), to_annotation(*topology));
  EXPECT_EQ(back->distances().node_ids, topology->distances().node_ids);
  EXPECT_EQ(back->distances().values, topology->distances().values);
  ASSERT_EQ(back->nodes().size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back->nodes()[i].memory_bytes, topology->nodes()[i].memory_bytes);
    ASSERT_EQ(back->nodes()[i].huge_pages.size(), topology->nodes()[i].huge_pages.size());
    for (size_t j = 0; j < back->nodes()[i].huge_pages.size(); ++j)
      EXPECT_EQ(back->nodes()[i].huge_pages[j].count, topology->nodes()[i].huge_pages[j].count);
  }
  const NrtReport report = report_from_nrt(text, Log{});
  EXPECT_EQ(report.name, "worker-1.example.com");
  EXPECT_EQ(report.cpu_manager.reserved.to_string(), "0,4");
  ASSERT_EQ(report.pods.size(), 2u);
  EXPECT_EQ(report.pods[1].cpus.to_string(), "2,5-6");
  EXPECT_EQ(report.shared_pools.size(), 2u);
  EXPECT_EQ(report.be_shared_pools.size(), 2u);
  EXPECT_EQ(report.topology_manager->policy, TopologyManagerPolicy::kRestricted);
}

TEST(NrtWriter, IsolatedCpusAreReportedWithTheirPolicy) {
  TopologySpec spec = two_sockets();
  EXPECT_FALSE(write(*Topology::build(spec), inputs())["metadata"]["annotations"].contains(
      kIsolatedCpusReportAnnotation));
  spec.isolated = CpuSet{1, 2};
  spec.nohz_full = CpuSet{2};
  const auto topology = Topology::build(spec);
  NrtInputs in = inputs();
  in.node.emplace().excludes_isolated = true;
  EXPECT_EQ(annotation(write(*topology, in), kIsolatedCpusReportAnnotation),
            json::parse(R"({"cpuset":"1-2","nohzFull":"2","policy":"Excluded"})"));
  for (const bool excludes : {false, true}) {
    in.node->excludes_isolated = excludes;
    const std::string text = write_nrt(*topology, in);
    const auto back = topology_from_nrt(text, Log{});
    EXPECT_EQ(back->isolated(), topology->isolated());
    EXPECT_EQ(back->nohz_full(), topology->nohz_full());
    EXPECT_EQ(read_node_topology(text, Log{}).excludes_isolated, excludes);
  }
}

TEST(NrtWriter, UnknownMemoryAndDistancesAreLeftOut) {
  NrtInputs in = inputs();
  const auto topology = topology_from_annotation(R"({"detail":[{},{"id":1,"core":1}]})", Log{});
  const json out = write(*topology, in);
  ASSERT_EQ(out["zones"].size(), 1u);
  EXPECT_FALSE(out["zones"][0].contains("costs"));
  EXPECT_EQ(out["zones"][0]["resources"].size(), 1u);
}

TEST(NrtWriter, CpusWithoutNodeCountAsNodeZeroEverywhere) {
  TopologySpec spec = two_sockets();
  for (TopologySpec::Cpu &cpu : spec.cpus)
    if (cpu.node == 0) cpu.node = -1;
  spec.nodes.erase(spec.nodes.begin());
  spec.distances = {};
  NrtInputs in;
  in.node_name = "n";
  const json out = write(*Topology::build(spec), in);
  ASSERT_EQ(out["zones"].size(), 3u);
  EXPECT_EQ(out["zones"][0]["name"], "node-0");
  EXPECT_EQ(resource(out["zones"][0], "cpu")["capacity"], "4");
  EXPECT_EQ(annotation(out, kCpuSharedPoolsAnnotation)[0],
            json::parse(R"({"socket":0,"node":0,"cpuset":"0-1,4-5"})"));
}

TEST(NrtWriter, ANodeOverTwoSocketsHasAPoolInEach) {
  TopologySpec spec = two_sockets();
  for (TopologySpec::Cpu &cpu : spec.cpus) cpu.node = 0;
  const auto pools = shared_pools(*Topology::build(spec), CpuSet{0, 3, 7});
  ASSERT_EQ(pools.size(), 2u);
  EXPECT_EQ(pools[0].cpus.to_string(), "0");
  EXPECT_EQ(pools[1].socket, 1);
  EXPECT_EQ(pools[1].node, 0);
  EXPECT_EQ(pools[1].cpus.to_string(), "3,7");
}

TEST(NrtWriter, PlacesWithoutCpusHaveNoPool) {
  const auto pools = shared_pools(*Topology::build(two_sockets()), CpuSet{2, 99});
  ASSERT_EQ(pools.size(), 1u);
  EXPECT_EQ(pools[0].node, 1);
  EXPECT_EQ(pools[0].cpus.to_string(), "2");
}

TEST(NrtWriter, HugePagesAreAsManyAsFitIntoTheMemory) {
  TopologySpec spec = two_sockets();
  spec.nodes[0].memory_bytes += 4096;
  spec.nodes[0].huge_pages = {
      {uint64_t{1} << 30, 1}, {uint64_t{1} << 30, UINT64_MAX}, {uint64_t{1} << 40, 7}};
  NrtInputs in;
  in.node_name = "n";
  const json zone = write(*Topology::build(spec), in)["zones"][0];
  EXPECT_EQ(resource(zone, "hugepages-1Gi")["capacity"], "4Gi");
  EXPECT_EQ(resource(zone, "hugepages-1Ti")["capacity"], "0");
  EXPECT_EQ(resource(zone, "memory")["capacity"], "4Ki");
}

// Draws arbitrary sizes and counts of pages, and memory that is no multiple of a page.
rc::Gen<TopologySpec::NumaNode> any_node() {
  return rc::gen::exec([] {
    TopologySpec::NumaNode node;
    node.id = *rc::gen::inRange(0, 8);
    node.memory_bytes = *rc::gen::oneOf(
        rc::gen::just(uint64_t{0}), rc::gen::arbitrary<uint64_t>(),
        rc::gen::map(rc::gen::inRange<uint64_t>(0, 1 << 12), [](uint64_t n) { return n << 21; }));
    const int sizes = *rc::gen::inRange(0, 4);
    for (int i = 0; i < sizes; ++i)
      node.huge_pages.push_back(
          {*rc::gen::element<uint64_t>(0, 3, 64 << 10, 2 << 20, 2 << 20, 1 << 30, uint64_t{1} << 62,
                                       UINT64_MAX),
           *rc::gen::oneOf(rc::gen::inRange<uint64_t>(0, 2000), rc::gen::arbitrary<uint64_t>())});
    return node;
  });
}

// Draws CPUs on any of the NUMA nodes, on none, or on an undescribed one.
TopologySpec any_machine() {
  TopologySpec spec;
  for (TopologySpec::NumaNode &node :
       *rc::gen::container<std::vector<TopologySpec::NumaNode>>(any_node()))
    if (std::none_of(spec.nodes.begin(), spec.nodes.end(),
                     [&](const auto &known) { return known.id == node.id; }))
      spec.nodes.push_back(node);
  const int cpus = *rc::gen::inRange(1, 24);
  for (int id = 0; id < cpus; ++id) {
    TopologySpec::Cpu cpu;
    cpu.id = id * 2;
    cpu.core = *rc::gen::inRange(0, 6);
    cpu.socket = *rc::gen::inRange(0, 3);
    cpu.node = *rc::gen::inRange(-1, 8);
    spec.cpus.push_back(cpu);
  }
  const int known = *rc::gen::inRange(0, 8);
  for (int id = 0; id < known; ++id) spec.distances.node_ids.push_back(id);
  for (int i = 0; i < known * known; ++i)
    spec.distances.values.push_back(*rc::gen::element<uint32_t>(0, 10, 21, UINT32_MAX));
  return spec;
}

RC_GTEST_PROP(NrtWriterProperties, WhatIsReadBackIsWrittenTheSame, ()) {
  NrtInputs in;
  in.node_name = "n";
  in.reserved = CpuSet{0};
  const std::string first = write_nrt(*Topology::build(any_machine()), in);
  RC_ASSERT(write_nrt(*topology_from_nrt(first, Log{}), in) == first);
  // The reader of schedulers gives an equal machine.
  RC_ASSERT(write_nrt(*read_node_topology(first, Log{}).machine, in) == first);
}

TEST(NrtWriter, R97_TheStaticMemoryPolicyNeedsReservedMemory) {
  const auto topology = Topology::build(two_sockets());
  const auto with = [&](const std::string &config) {
    NrtInputs in = inputs();
    in.kubelet = parse_kubelet_config("{" + config + "}", Log{});
    return write_nrt(*topology, in);
  };
  const char *message = "you should specify the system reserved memory";
  const std::string policy = R"("memoryManagerPolicy":"Static")";
  EXPECT_ERROR(with(policy), Status::kInvalid, message);
  EXPECT_ERROR(with(policy + R"(,"reservedMemory":[])"), Status::kInvalid, message);
  EXPECT_ERROR(
      with(policy + R"(,"reservedMemory":[{"numaNode":0,"limits":{"hugepages-2Mi":"2Mi"}}])"),
      Status::kInvalid, message);
  EXPECT_NO_THROW(with(policy + R"(,"reservedMemory":[{"numaNode":1,"limits":{"memory":"1Gi"}}])"));
  EXPECT_NO_THROW(with(R"("memoryManagerPolicy":"None")"));
}

TEST(NrtWriter, ReservedMemoryMustBeThere) {
  const auto topology = Topology::build(two_sockets());
  const auto refuse = [&](const char *reserved, const char *message) {
    NrtInputs in = inputs();
    in.kubelet =
        parse_kubelet_config("{\"reservedMemory\":[" + std::string(reserved) + "]}", Log{});
    EXPECT_ERROR(write_nrt(*topology, in), Status::kInvalid, message);
  };
  refuse(R"({"numaNode":2,"limits":{"memory":"1Gi"}})",
         "reservedMemory: NUMA node 2 is not part of this machine");
  refuse(R"({"numaNode":1,"limits":{"hugepages-1Gi":"1Gi"}})",
         "reservedMemory: NUMA node 1 has no hugepages-1Gi");
  refuse(R"({"numaNode":1,"limits":{"memory":"5Gi"}})",
         "reservedMemory: 5Gi of memory on NUMA node 1, which has 4194305Ki");
}

TEST(NrtWriter, NodeNamesAreDnsSubdomains) {
  for (const char *good : {"a", "node-1", "1.2.3", "ip-10-0-0-1.eu.internal"})
    EXPECT_NO_THROW(check_node_name(good)) << good;
  EXPECT_NO_THROW(check_node_name(std::string(253, 'a')));
  for (const char *bad : {"", ".", "a.", ".a", "a..b", "-a", "a-", "a.-b", "A", "a_b", "a b", "a/b",
                          "caf\xc3\xa9", "a\n"})
    EXPECT_ERROR(check_node_name(bad), Status::kInvalid, "node name: found") << bad;
  EXPECT_ERROR(check_node_name(std::string(254, 'a')), Status::kInvalid, "at most 253");
  EXPECT_ERROR(write_nrt(*Topology::build(two_sockets()), NrtInputs{}), Status::kInvalid,
               "node name: found \"\"");
}

TEST(NrtWriter, ReportsAStaticMemoryManager) {
  const auto topology = Topology::build(two_sockets());
  NrtInputs in = inputs();
  EXPECT_FALSE(read_node_topology(write_nrt(*topology, in), Log{}).kubelet_static_memory);
  in.kubelet.memory_manager_policy = MemoryManagerPolicy::kStatic;
  EXPECT_TRUE(read_node_topology(write_nrt(*topology, in), Log{}).kubelet_static_memory);
}

TEST(NrtWriter, StatesTheGateForPodsWithPodLevelResources) {
  const auto topology = Topology::build(two_sockets());
  NrtInputs in = inputs();
  const auto stated = [&] {
    return read_node_topology(write_nrt(*topology, in), Log{}).kubelet_pod_level_managers;
  };
  EXPECT_FALSE(stated());
  for (const bool on : {false, true}) {
    in.kubelet.feature_gates["PodLevelResourceManagers"] = on;
    EXPECT_EQ(stated(), on);
  }
}

}  // namespace
}  // namespace koord::wire
