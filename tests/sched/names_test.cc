// Names used by nodes and invented by pods, and nodes that only pods mention.
#include <algorithm>

#include "base/error.h"
#include "sched/clusters.h"

namespace koord::testing {
namespace {

std::string resource(int number) { return "example.com/r" + std::to_string(number); }

PodObject inventive_pod(const std::string &uid, const std::string &node, int names,
                        const std::string &prefix = "tenant.example/") {
  PodObject pod = pod_of(uid, Qos::kLs, 100);
  pod.node = node;
  for (int i = 0; i < names; ++i)
    pod.containers[0].requests.push_back({prefix + uid + "-" + std::to_string(i), 1});
  std::sort(pod.containers[0].requests.begin(), pod.containers[0].requests.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });
  return pod;
}

void claim_devices(PodObject &pod, int types) {
  for (int i = 0; i < types; ++i)
    pod.devices.allocated.push_back({pod.uid + "-type" + std::to_string(i),
                                     0,
                                     "",
                                     {{"x/" + pod.uid + std::to_string(i), 1}},
                                     {},
                                     ""});
}

DeviceObject devices_of(const std::string &node, int types, const std::string &name) {
  DeviceObject out;
  out.node = node;
  for (int i = 0; i < types; ++i) {
    DeviceInfo info;
    info.type = name + std::to_string(i);
    info.id = info.type;
    info.healthy = true;
    info.resources = {{"devices.example/" + info.type, 100}};
    out.devices.push_back(std::move(info));
  }
  return out;
}

Outcome set_pod(Cluster &cluster, const PodObject &pod) {
  sched::Conflicts conflicts;
  return cluster.set_pod(pod, conflicts);
}

TEST(ClusterNames, S23_WhatPodsInventCostsNodesNothing) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  for (int i = 0; i < 20; ++i) {
    PodObject pod = inventive_pod("p" + std::to_string(i), "n", 1005);
    claim_devices(pod, 61);
    ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  }
  NodeObject node = node_of("m");
  for (int i = 0; i < 1000; ++i) node.allocatable.push_back({resource(i), 4});
  const uint32_t id = cluster.set_node(node);
  EXPECT_EQ(cluster.set_devices(devices_of("m", 60, "type")), id);
  PodObject asks = pod_of("asks", Qos::kLs, 100);
  asks.containers[0].requests.push_back({resource(999), 5});
  const Refusal explained = explain(cluster, asks, id);
  EXPECT_EQ(explained.reason, Reason::kInsufficientResource);
  EXPECT_EQ(explained.best, 4);
  std::string name;
  EXPECT_TRUE(cluster.resource_name(explained.resource, name));
  EXPECT_EQ(name, resource(999));
  // A name used only by pods is treated as one that no node has.
  asks.containers[0].requests = {{"tenant.example/p1-7", 1}};
  EXPECT_EQ(explain(cluster, asks, id).resource, -1);
}

TEST(ClusterNames, EachNodeHasALimitOfItsOwn) {
  Cluster cluster{sched::Options{}};
  for (int n = 0; n < 5; ++n) {
    NodeObject node = node_of("n" + std::to_string(n));
    for (int i = 0; i < 1021; ++i) node.allocatable.push_back({resource(10000 * n + i), 4});
    cluster.set_node(node);
    // Repeats the names, then replaces them.
    cluster.set_node(node);
    for (size_t i = 3; i < node.allocatable.size(); ++i) node.allocatable[i].resource += "x";
    cluster.set_node(node);
    node.allocatable.push_back({"one/more", 1});
    EXPECT_THROW(cluster.set_node(node), Error);
    cluster.set_devices(devices_of("n" + std::to_string(n), 64, "t" + std::to_string(n) + "-"));
    EXPECT_THROW(cluster.set_devices(devices_of("n" + std::to_string(n), 65, "t")), Error);
  }
}

TEST(ClusterNames, AResourceThatTheNodeAddsLaterCounts) {
  Cluster cluster{sched::Options{}};
  PodObject pod = pod_of("a", Qos::kLs, 100);
  pod.node = "n";
  pod.containers[0].requests.push_back({resource(1), 3});
  ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  const uint32_t id = add_node(cluster, "n");
  NodeObject node = node_of("n");
  node.allocatable.push_back({resource(1), 4});
  cluster.set_node(node);
  PodObject asks = pod_of("b", Qos::kLs, 100);
  asks.containers[0].requests.push_back({resource(1), 2});
  const Refusal explained = explain(cluster, asks, id);
  EXPECT_EQ(explained.reason, Reason::kInsufficientResource);
  EXPECT_EQ(explained.best, 1);
}

TEST(ClusterNames, S23_NodesThatOnlyPodsNameAreNone) {
  Cluster cluster{sched::Options{}};
  const uint32_t first = add_node(cluster, "n");
  for (int i = 0; i < 40000; ++i) {
    PodObject pod = pod_of("p" + std::to_string(i), Qos::kLs, 100);
    pod.node = "ghost-" + std::to_string(i);
    ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  }
  EXPECT_EQ(cluster.counts().ids, 1u);
  EXPECT_EQ(cluster.counts().pods, 0u);
  EXPECT_EQ(evaluate(cluster, pod_of("asks", Qos::kLs, 100)).size(), 1u);
  EXPECT_EQ(add_node(cluster, "later"), first + 1);
  uint32_t id = 0;
  EXPECT_EQ(cluster.find_node("ghost-7", id), Outcome::kUnknownNode);
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation("p7", allocation), Outcome::kUnknownPod);
}

TEST(ClusterNames, PodsThatWaitCountWhenTheirNodeComes) {
  for (int first = 0; first < 3; ++first) {
    Cluster cluster{sched::Options{}};
    PodObject pod = pod_of("a", Qos::kLsr, 4000);
    pod.node = "n";
    pod.status.emplace().cpus = CpuSet{0, 1, 2, 3};
    sched::Conflicts conflicts;
    ASSERT_EQ(cluster.set_pod(pod, conflicts), Outcome::kDone);
    EXPECT_EQ(conflicts.cpus_unknown, 4);
    // The pod is bound, so it cannot be reserved on another node.
    const uint32_t other = add_node(cluster, "m");
    EXPECT_EQ(reserve(cluster, pod, other).outcome, Outcome::kElsewhere);
    if (first == 0) cluster.set_node(node_of("n"));
    if (first == 1) cluster.set_topology(topology_of("n"));
    if (first == 2) cluster.set_devices(devices_of("n", 1, "t"));
    uint32_t id = 0;
    CpuSet cpus;
    ASSERT_EQ(cluster.pod_cpus("a", id, cpus), Outcome::kDone);
    EXPECT_EQ(id, other + 1);
    add_node(cluster, "n");
    const Cluster::Counts counts = cluster.counts();
    EXPECT_EQ(counts.pods, 1u);
    cluster.look_at(id,
                    [&](const sched::Node &node) { EXPECT_EQ(node.held(), *pod.status->cpus); });
  }
}

TEST(ClusterNames, PodsOfUnknownNodesCanBeRemovedAndMoved) {
  Cluster cluster{sched::Options{}};
  const uint32_t n = add_node(cluster, "n");
  PodObject pod = pod_of("a", Qos::kLsr, 4000);
  pod.status.emplace().cpus = CpuSet{0, 1, 2, 3};
  const auto held = [&] {
    CpuSet cpus;
    cluster.look_at(n, [&](const sched::Node &node) { cpus = node.held(); });
    return cpus;
  };
  pod.node = "n";
  ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  EXPECT_EQ(held().count(), 4);
  pod.node = "ghost";
  ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  EXPECT_TRUE(held().empty());
  pod.node = "ghost-2";
  ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  add_node(cluster, "ghost");
  EXPECT_EQ(cluster.counts().pods, 0u);
  pod.node = "n";
  ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  EXPECT_EQ(held().count(), 4);
  add_node(cluster, "ghost-2");
  EXPECT_EQ(cluster.counts().pods, 1u);
  pod.node = "ghost-3";
  ASSERT_EQ(set_pod(cluster, pod), Outcome::kDone);
  EXPECT_EQ(cluster.remove_pod("a"), Outcome::kDone);
  EXPECT_EQ(cluster.remove_pod("a"), Outcome::kUnknownPod);
  add_node(cluster, "ghost-3");
  EXPECT_EQ(cluster.counts().pods, 0u);
}

TEST(ClusterNames, WaitingPodsAreBounded) {
  Cluster cluster{sched::Options{}};
  PodObject big = inventive_pod("big", "", 100, std::string(50000, 'x'));
  size_t kept = 0;
  for (; kept < 1000; ++kept) {
    big.uid = "p" + std::to_string(kept);
    big.node = "ghost-" + big.uid;
    try {
      set_pod(cluster, big);
    } catch (const Error &error) {
      EXPECT_EQ(error.status(), Status::kLimit);
      EXPECT_NE(std::string(error.what()).find(big.node), std::string::npos);
      break;
    }
  }
  EXPECT_GT(kept, 20u);
  EXPECT_LT(kept, 1000u);
  // A removed pod makes room for another, and a pod on an existing node needs none.
  ASSERT_EQ(cluster.remove_pod("p0"), Outcome::kDone);
  EXPECT_EQ(set_pod(cluster, big), Outcome::kDone);
  add_node(cluster, "n");
  big.node = "n";
  EXPECT_EQ(set_pod(cluster, big), Outcome::kDone);
}

}  // namespace
}  // namespace koord::testing
