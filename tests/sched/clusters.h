// Nodes and pods for tests of the scheduler.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "sched/cluster/cluster.h"

namespace koord::testing {

using namespace koord::object;  // NOLINT: the tests use little else
using sched::Cluster;
using sched::Outcome;

constexpr int64_t kGi = int64_t{1} << 30;

// `sockets` sockets of `nodes` NUMA nodes of `cores` cores with 2 threads; siblings are half of all
// CPUs apart, and each NUMA node has 64 GiB.
struct Machine {
  int sockets = 2;
  int nodes = 1;
  int cores = 4;
};

inline NodeTopology topology_of(const std::string &name, Machine machine = {}) {
  TopologySpec spec;
  const int numa = machine.sockets * machine.nodes;
  const int half = numa * machine.cores;
  for (int cpu = 0; cpu < 2 * half; ++cpu) {
    TopologySpec::Cpu row;
    row.id = cpu;
    row.core = cpu % half;
    row.node = row.core / machine.cores;
    row.socket = row.node / machine.nodes;
    row.l3 = row.node;
    spec.cpus.push_back(row);
  }
  NodeTopology topology;
  topology.node = name;
  topology.machine = Topology::build(std::move(spec));
  for (int i = 0; i < numa; ++i)
    topology.allocatable.push_back(
        {i, {{"cpu", int64_t{2000} * machine.cores}, {"memory", 64 * kGi}}});
  return topology;
}

inline NodeObject node_of(const std::string &name, Machine machine = {}) {
  const int numa = machine.sockets * machine.nodes;
  NodeObject node;
  node.name = name;
  node.allocatable = {
      {"cpu", int64_t{2000} * numa * machine.cores}, {"memory", numa * 64 * kGi}, {"pods", 110}};
  return node;
}

inline PodObject pod_of(const std::string &uid, Qos qos, int64_t milli, int64_t memory = kGi) {
  PodObject pod;
  pod.uid = uid;
  pod.name = uid;
  pod.qos = qos;
  Container container;
  container.name = "main";
  container.requests = {{"cpu", milli}, {"memory", memory}};
  container.limits = container.requests;
  pod.containers.push_back(container);
  return pod;
}

// Adds a node with this policy.
inline uint32_t add_node(Cluster &cluster, const std::string &name, Machine machine = {},
                         NumaPolicy policy = NumaPolicy::kNone) {
  NodeObject node = node_of(name, machine);
  node.numa_policy = policy;
  const uint32_t id = cluster.set_node(node);
  EXPECT_EQ(cluster.set_topology(topology_of(name, machine)), id);
  return id;
}

inline sched::Query ask(const Cluster &cluster, const PodObject &pod) {
  return {cluster.shape_of(pod), false};
}

struct Answer {
  Outcome outcome = Outcome::kDone;
  Refusal refusal;
  sched::Allocation allocation;  // result if it was granted
  std::string cpus() const {
    return allocation.status.cpus ? allocation.status.cpus->to_string() : "";
  }
};

inline Answer reserve(Cluster &cluster, const PodObject &pod, uint32_t node,
                      uint64_t generation = 0) {
  Answer answer;
  answer.outcome =
      cluster.reserve(ask(cluster, pod), pod.uid, node, {generation, 0}, answer.refusal);
  if (answer.outcome == Outcome::kDone && !answer.refusal.refused()) {
    EXPECT_EQ(cluster.allocation(pod.uid, answer.allocation), Outcome::kDone);
  }
  return answer;
}

inline Refusal explain(const Cluster &cluster, const PodObject &pod, uint32_t node) {
  Refusal refusal;
  int32_t score = 0;
  EXPECT_EQ(cluster.judge_one(ask(cluster, pod), {}, node, refusal, score), Outcome::kDone);
  return refusal;
}

inline std::vector<sched::Verdict> evaluate(const Cluster &cluster, const PodObject &pod,
                                            const sched::WhatIf &what_if = {}) {
  std::vector<sched::Verdict> rows(cluster.counts().ids);
  sched::RowSpace space(rows.data(), sizeof rows[0], rows.size());
  cluster.evaluate(ask(cluster, pod), what_if, 0, SIZE_MAX, space);
  rows.resize(space.count());
  return rows;
}

inline std::vector<sched::Verdict> best(const Cluster &cluster, const PodObject &pod, size_t n) {
  std::vector<sched::Verdict> rows(n);
  sched::RowSpace space(rows.data(), sizeof rows[0], n);
  cluster.best(ask(cluster, pod), space);
  rows.resize(space.count());
  return rows;
}

// Sets a bound pod and returns the parts of its claim that are not accepted.
inline sched::Conflicts set(Cluster &cluster, const PodObject &pod) {
  sched::Conflicts conflicts;
  EXPECT_EQ(cluster.set_pod(pod, conflicts), Outcome::kDone);
  return conflicts;
}

inline sched::Conflicts conflicts_of(const Cluster &cluster, const std::string &uid) {
  sched::Conflicts conflicts;
  EXPECT_EQ(cluster.conflicts(uid, conflicts), Outcome::kDone);
  return conflicts;
}

}  // namespace koord::testing
