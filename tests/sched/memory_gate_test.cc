// A pod that Filter accepts is admitted by the node's kubelet, whose CPU, memory and topology
// managers have static policies, and Filter refuses no pod for kubelet that kubelet would admit.
// The kubelet is played with random pods; its report is late, and it restarts.
#include <gtest/gtest.h>

#include <memory>

#include "kubelet/cpu/policy.h"
#include "sched/clusters.h"
#include "sched/played_node.h"

namespace koord::testing {
namespace {

// The memory manager has the policy None: the report has the CPUs of pods.
TEST(MemoryGate, FilterAndKubeletAgreeByTheCpusOfPods) {
  const Counts counts = play({.static_memory = false});
  EXPECT_EQ(counts.wrongly_accepted, 0);
  EXPECT_EQ(counts.wrongly_refused, 0);
  EXPECT_LT(counts.cautious, counts.pending / 20);
  EXPECT_GT(counts.admitted, 2000);
  EXPECT_GT(counts.unaligned, 500);
  EXPECT_GT(counts.pending, 1000);
  RecordProperty("cautious", counts.cautious);
}

TEST(MemoryGate, FilterAndKubeletAgree) {
  const Counts counts = play({.static_memory = true});
  EXPECT_EQ(counts.wrongly_accepted, 0);
  EXPECT_EQ(counts.wrongly_refused, 0);
  // The histories reach all of this.
  EXPECT_LT(counts.cautious, counts.pending / 20);
  EXPECT_GT(counts.admitted, 2000);
  EXPECT_GT(counts.unaligned, 500);
  EXPECT_GT(counts.short_of_memory, 100);
  EXPECT_GT(counts.pending, 1000);
  RecordProperty("cautious", counts.cautious);
  RecordProperty("others", counts.others);
}

// A node of two NUMA nodes of 8 CPUs and 8 GiB each, under single-numa-node. Pod "a" has 6 GiB of
// each by the report.
NodeTopology reported_node() {
  NodeTopology out = topology_of("node-1");
  TopologySpec spec;
  for (const Topology::Cpu &cpu : out.machine->cpus())
    spec.cpus.push_back({cpu.id, cpu.core / 4, cpu.core / 4, cpu.core, cpu.core / 4});
  for (const int id : {0, 1}) {
    TopologySpec::NumaNode node;
    node.id = id;
    node.memory_bytes = 8 * static_cast<uint64_t>(kGi);
    spec.nodes.push_back(node);
  }
  out.machine = Topology::build(std::move(spec));
  out.allocatable.clear();
  out.numa_policy = NumaPolicy::kSingleNode;
  out.kubelet_static_memory = true;
  KubeletMemory memory;
  for (const int id : {0, 1})
    memory.nodes.push_back({id, 1, {id}, {{"memory", 8 * uint64_t{kGi}, 2 * uint64_t{kGi}, 0}}});
  memory.pods.push_back(
      {"a", false, {{{0}, "memory", 6 * uint64_t{kGi}}, {{1}, "memory", 6 * uint64_t{kGi}}}});
  out.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  return out;
}

uint32_t add_reported_node(Cluster &cluster, const NodeTopology &topology) {
  const uint32_t id = cluster.set_node(node_of("node-1"));
  EXPECT_EQ(cluster.set_topology(topology), id);
  return id;
}

TEST(MemoryGate, MemoryOfOneNumaNodeMustSuffice) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  EXPECT_FALSE(explain(cluster, pod_of("new", Qos::kNone, 500, 2 * kGi), id).refused());
  const Refusal refusal = explain(cluster, pod_of("new", Qos::kNone, 500, 2 * kGi + 1), id);
  EXPECT_EQ(refusal.reason, Reason::kNoNumaMemory);
  EXPECT_EQ(refusal.profile, Profile::kKubelet);
  // Kubelet's managers ignore Burstable pods.
  PodObject burstable = pod_of("new", Qos::kNone, 500, 4 * kGi);
  burstable.containers[0].limits.clear();
  EXPECT_FALSE(explain(cluster, burstable, id).refused());
}

TEST(MemoryGate, PodsThatLeaveGiveTheirMemoryBack) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  PodObject there = pod_of("a", Qos::kNone, 500, 6 * kGi);
  there.node = "node-1";
  set(cluster, there);
  const PodObject next = pod_of("new", Qos::kNone, 500, 5 * kGi);
  EXPECT_TRUE(explain(cluster, next, id).refused());
  sched::WhatIf what_if;
  what_if.removed = {"a"};
  Refusal refusal;
  int32_t score = 0;
  EXPECT_EQ(cluster.judge_one(ask(cluster, next), what_if, id, refusal, score), Outcome::kDone);
  EXPECT_FALSE(refusal.refused());
  EXPECT_TRUE(explain(cluster, next, id).refused());
  EXPECT_EQ(cluster.remove_pod("a"), Outcome::kDone);
  EXPECT_FALSE(explain(cluster, next, id).refused());
}

// The report has the static pod "a" under kubelet's uid, and its copy has another.
TEST(MemoryGate, StaticPodsCountOnce) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  PodObject mirror = pod_of("mirror", Qos::kNone, 500, 2 * kGi);
  mirror.node = "node-1";
  mirror.is_mirror = true;
  set(cluster, mirror);
  for (const char *uid : {"b", "c"}) {
    const Answer given = reserve(cluster, pod_of(uid, Qos::kNone, 500, 2 * kGi), id);
    EXPECT_FALSE(given.refusal.refused()) << uid;
  }
  EXPECT_TRUE(explain(cluster, pod_of("d", Qos::kNone, 500, 2 * kGi), id).refused());
}

// Pods beyond the limits of kubelet's managers are held all the same, and are not evaluated.
TEST(MemoryGate, BoundPodsAreHeldWhateverTheyRequest) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  PodObject pages = pod_of("pages", Qos::kNone, 500);
  for (int kind = 0; kind < 300; ++kind)
    pages.containers[0].requests.push_back({"hugepages-" + std::to_string(1000 + kind), 0});
  pages.containers[0].limits = pages.containers[0].requests;
  EXPECT_FALSE(explain(cluster, pages, id).refused());
  PodObject huge = pod_of("huge", Qos::kNone, 500, int64_t{4} << 60);
  huge.containers.push_back(huge.containers[0]);
  huge.containers[1].name = "second";
  for (PodObject *pod : {&pages, &huge}) {
    pod->node = "node-1";
    set(cluster, *pod);
    EXPECT_EQ(cluster.remove_pod(pod->uid), Outcome::kDone);
  }
}

TEST(MemoryGate, EndedPodsOfTheReportHoldNothing) {
  NodeTopology topology = reported_node();
  KubeletMemory memory = *topology.kubelet_memory;
  memory.pods[0].ended = true;
  topology.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, topology);
  EXPECT_FALSE(explain(cluster, pod_of("new", Qos::kNone, 500, 8 * kGi), id).refused());
}

// Ways in which a report cannot be true, each with a part of the fault's text.
struct Untruth {
  const char *says;
  void (*make)(NodeTopology &, KubeletMemory &);
};
constexpr Untruth kUntruths[] = {
    {"memory-manager-state: numaNodes: found 0, expected 0-1",
     [](NodeTopology &, KubeletMemory &memory) { memory.nodes.pop_back(); }},
    {"memory-manager-state: numaNodes: found 0,2, expected 0-1",
     [](NodeTopology &, KubeletMemory &memory) { memory.nodes[1].id = 2; }},
    {"memory-manager-state: numaNodes: found no memory",
     [](NodeTopology &, KubeletMemory &memory) {
       for (KubeletMemory::NumaNode &node : memory.nodes) node.amounts.clear();
       memory.pods.clear();
     }},
    {"memory-manager-state: pods: pod \"a\" has \"hugepages-1Gi\", which no NUMA node has",
     [](NodeTopology &, KubeletMemory &memory) {
       memory.pods[0].blocks[0].kind = "hugepages-1Gi";
     }},
    {"memory-manager-state: cannot discover NUMA topology",
     [](NodeTopology &, KubeletMemory &memory) {
       memory.prefer_closest = true;  // needs distances
     }},
    {"memory-manager-state: found no cpu-topology",
     [](NodeTopology &topology, KubeletMemory &) { topology.machine = nullptr; }},
};

NodeTopology untrue_node(const Untruth &untruth) {
  NodeTopology out = reported_node();
  KubeletMemory memory = *out.kubelet_memory;
  untruth.make(out, memory);
  out.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  return out;
}

// Filter answers as if the node did not report its memory manager, for pods of every size.
TEST(MemoryGate, ReportsThatCannotBeTrueCountAsAbsent) {
  for (const Untruth &untruth : kUntruths) {
    SCOPED_TRACE(untruth.says);
    NodeTopology untrue = untrue_node(untruth);
    NodeTopology absent = untrue;
    absent.kubelet_memory = nullptr;
    untrue.kubelet_static = absent.kubelet_static = true;
    Cluster clusters[2] = {Cluster(sched::Options{}), Cluster(sched::Options{})};
    const uint32_t id = add_reported_node(clusters[0], untrue);
    EXPECT_EQ(add_reported_node(clusters[1], absent), id);
    for (const int64_t milli : {500, 2000, 6000, 9000, 20000})
      for (const int64_t memory : {kGi, 4 * kGi, 12 * kGi, 200 * kGi}) {
        const PodObject pod = pod_of("new", Qos::kNone, milli, memory);
        const Refusal with = explain(clusters[0], pod, id);
        EXPECT_EQ(with.reason, explain(clusters[1], pod, id).reason) << milli << ' ' << memory;
      }
  }
}

// Every fault is returned when it appears, and again only after another report.
TEST(MemoryGate, NewFaultsOfReportsAreReturnedOnce) {
  Cluster cluster{sched::Options{}};
  cluster.set_node(node_of("node-1"));
  const auto faults_of = [&](const NodeTopology &topology) {
    std::vector<std::string> out;
    cluster.set_topology(topology, &out);
    return out;
  };
  for (const Untruth &untruth : kUntruths) {
    SCOPED_TRACE(untruth.says);
    const NodeTopology untrue = untrue_node(untruth);
    const std::vector<std::string> faults = faults_of(untrue);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_TRUE(faults[0].starts_with("NodeResourceTopology node-1: kubelet.koordinator.sh/"));
    EXPECT_NE(faults[0].find(untruth.says), std::string::npos) << faults[0];
    EXPECT_TRUE(faults_of(untrue).empty());
    cluster.set_node(node_of("node-1"));
    EXPECT_TRUE(faults_of(untrue).empty());
    if (&untruth == &kUntruths[0]) continue;
    EXPECT_TRUE(faults_of(reported_node()).empty());
    EXPECT_EQ(faults_of(untrue), faults);
  }
  NodeTopology cpus = reported_node();
  cpus.kubelet_static = cpus.kubelet_full_pcpus_only = true;
  cpus.kubelet_further_options = kubelet::kDistributeCores;
  const std::vector<std::string> faults = faults_of(cpus);
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_NE(faults[0].find("cpu-manager-policy: "), std::string::npos) << faults[0];
}

}  // namespace
}  // namespace koord::testing
