// Reasons for refusals, grouped, and their texts.
#include "plan/explain.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sched/clusters.h"

namespace koord::testing {
namespace {

using plan::Explanation;
using plan::RemedyKind;
using plan::Scope;

Explanation explain_pod(const Cluster &cluster, const PodObject &pod,
                        const plan::ExplainOptions &options = {},
                        const sched::WhatIf &what_if = {}) {
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  return plan::explain(snapshot, ask(cluster, pod), pod, options);
}

std::vector<std::string> remedies_of(const plan::Miss &miss) {
  std::vector<std::string> out;
  for (const plan::Remedy &remedy : miss.remedies) out.push_back(plan::to_text(remedy));
  return out;
}

void put(Cluster &cluster, const PodObject &pod, uint32_t node) {
  ASSERT_FALSE(reserve(cluster, pod, node).refusal.refused()) << pod.uid;
}

TEST(Explain, AnEmptyClusterHasNoReasons) {
  Cluster cluster{sched::Options{}};
  const Explanation explanation = explain_pod(cluster, pod_of("p", Qos::kLsr, 4000));
  EXPECT_EQ(explanation.nodes, 0u);
  EXPECT_EQ(explanation.fitting, 0u);
  EXPECT_TRUE(explanation.groups.empty());
  EXPECT_TRUE(explanation.misses.empty());
  EXPECT_EQ(plan::to_text(explanation), "default/p: fits on none of 0 nodes\n");
}

TEST(Explain, WhereAPodFitsTheBestNodesAreNamed) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b", "c"}) add_node(cluster, name);
  put(cluster, pod_of("x", Qos::kLsr, 4000), 1);
  const PodObject pod = pod_of("p", Qos::kLsr, 4000);
  const Explanation explanation = explain_pod(cluster, pod, {2, 100});
  const auto expected = best(cluster, pod, 2);
  EXPECT_EQ(explanation.fitting, 3u);
  ASSERT_EQ(explanation.fits.size(), 2u);
  for (size_t i = 0; i < 2; ++i) EXPECT_EQ(explanation.fits[i].verdict, expected[i]);
  EXPECT_EQ(explanation.fits[0].name, "a");
  EXPECT_TRUE(explanation.groups.empty());
}

// Three nodes with 10, 12 and 16 of 16 CPUs in use, and a cordoned one.
TEST(Explain, NodesAreCountedByReason) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b", "c"}) add_node(cluster, name);
  NodeObject away = node_of("d");
  away.unschedulable = true;
  cluster.set_node(away);
  put(cluster, pod_of("x", Qos::kLsr, 10000), 0);
  put(cluster, pod_of("y", Qos::kLsr, 12000), 1);
  put(cluster, pod_of("z", Qos::kLsr, 16000), 2);
  const Explanation explanation = explain_pod(cluster, pod_of("p", Qos::kLsr, 8000));
  EXPECT_EQ(explanation.nodes, 4u);
  EXPECT_EQ(explanation.fitting, 0u);
  ASSERT_EQ(explanation.groups.size(), 2u);
  const plan::Group &group = explanation.groups[0];
  EXPECT_EQ(group.nodes, 3u);
  EXPECT_EQ(group.refusal.reason, Reason::kInsufficientResource);
  EXPECT_EQ(group.bound.scope, Scope::kNode);
  EXPECT_EQ(group.bound.needed, 8000);
  EXPECT_EQ(group.bound.best, 6000);
  EXPECT_EQ(group.nearest, 0u);
  EXPECT_EQ(group.least, 0);
  EXPECT_EQ(group.most, 6000);
  EXPECT_EQ(plan::to_text(group, 4), "3 of 4 nodes: needs 8 CPUs; the best, a, has 6 CPUs");
  EXPECT_EQ(plan::to_text(explanation.groups[1], 4),
            "1 of 4 nodes: the node is marked unschedulable (d)");
  ASSERT_EQ(explanation.misses.size(), 3u);
  EXPECT_EQ(explanation.misses[0].name, "a");
  EXPECT_EQ(explanation.misses[1].name, "b");
  EXPECT_EQ(explanation.misses[2].name, "c");
  EXPECT_DOUBLE_EQ(explanation.misses[0].lack.share, 0.25);
  // Unresolvable refusals come last, however small the shortfall.
  EXPECT_EQ(explain_pod(cluster, pod_of("p", Qos::kLsr, 8000), {4, 1000}).misses[3].name, "d");
}

TEST(Explain, OfSeveralAmountsThatLackTheWorstDecidesHowNearANodeIs) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a");
  add_node(cluster, "b");
  put(cluster, pod_of("x", Qos::kLsr, 10000, 120 * kGi), 0);
  put(cluster, pod_of("y", Qos::kLsr, 12000, kGi), 1);
  const Explanation explanation = explain_pod(cluster, pod_of("p", Qos::kLsr, 8000, 64 * kGi));
  ASSERT_EQ(explanation.misses.size(), 2u);
  EXPECT_EQ(explanation.misses[0].name, "b");
  EXPECT_DOUBLE_EQ(explanation.misses[0].lack.share, 0.5);
  EXPECT_DOUBLE_EQ(explanation.misses[1].lack.share, 0.875);
}

TEST(Explain, TheNumaNodeIsNamedThatLacksLeast) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a", {}, NumaPolicy::kSingleNode);
  put(cluster, pod_of("x", Qos::kLsr, 4000, 10 * kGi), 0);
  put(cluster, pod_of("y", Qos::kLsr, 6000, 60 * kGi), 0);
  const Explanation explanation = explain_pod(cluster, pod_of("p", Qos::kLsr, 6000));
  ASSERT_EQ(explanation.groups.size(), 1u);
  const plan::Bound &bound = explanation.groups[0].bound;
  EXPECT_EQ(bound.scope, Scope::kNumaNode);
  EXPECT_EQ(bound.object, Object::kCpu);
  EXPECT_EQ(bound.needed, 6);
  EXPECT_EQ(bound.best, 4);
  EXPECT_EQ(plan::to_text(explanation.groups[0], 1),
            "1 of 1 node: needs 6 CPUs from one NUMA node; a has 4 CPUs on NUMA node " +
                std::to_string(bound.where));
  // A NUMA node may lack resources other than CPU.
  const Explanation memory = explain_pod(cluster, pod_of("p", Qos::kLsr, 2000, 56 * kGi));
  ASSERT_EQ(memory.groups.size(), 1u);
  EXPECT_EQ(memory.groups[0].resource, "memory");
  EXPECT_EQ(memory.groups[0].bound.best, 54 * kGi);
  EXPECT_EQ(memory.groups[0].refusal.reason, Reason::kNumaUnaligned);
}

TEST(Explain, SeveralNumaNodesMayBeTooFew) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a", {1, 4, 4}, NumaPolicy::kRestricted);
  for (const char *uid : {"w", "x", "y", "z"}) put(cluster, pod_of(uid, Qos::kLsr, 5000), 0);
  const Explanation explanation = explain_pod(cluster, pod_of("p", Qos::kLsr, 10000, 70 * kGi));
  ASSERT_EQ(explanation.groups.size(), 1u);
  const plan::Group &group = explanation.groups[0];
  EXPECT_EQ(group.refusal.reason, Reason::kNumaUnaligned);
  EXPECT_EQ(group.bound.scope, Scope::kNumaNodes);
  EXPECT_EQ(group.bound.where, 2);
  EXPECT_EQ(group.bound.best, 6);
  EXPECT_EQ(plan::to_text(group, 1),
            "1 of 1 node: needs 10 CPUs from 2 NUMA nodes; a has 6 CPUs on the best 2");
}

// The NUMA nodes with CPUs lack memory, and no two of them have enough of both.
TEST(Explain, NumaNodesMayLackSomethingEachPairOfThemAnother) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a", {1, 4, 4}, NumaPolicy::kRestricted);
  for (const char *uid : {"w", "x"}) put(cluster, pod_of(uid, Qos::kLsr, 7000), 0);
  for (const char *uid : {"y", "z"}) put(cluster, pod_of(uid, Qos::kLsr, 2000, 60 * kGi), 0);
  const Explanation explanation = explain_pod(cluster, pod_of("p", Qos::kLsr, 10000, 70 * kGi));
  ASSERT_EQ(explanation.groups.size(), 1u);
  const plan::Group &group = explanation.groups[0];
  EXPECT_EQ(group.refusal.reason, Reason::kNumaUnaligned);
  EXPECT_EQ(group.bound.scope, Scope::kNumaNodes);
  EXPECT_EQ(plan::to_text(group, 1),
            "1 of 1 node: needs 10 CPUs from 2 NUMA nodes; a has 7 CPUs on the best 2");
}

TEST(Explain, AResourceThatNoNodeHasIsNamed) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a");
  PodObject pod = pod_of("p", Qos::kLs, 1000);
  pod.containers[0].requests.push_back({"vendor.com/thing", 2});
  const Explanation explanation = explain_pod(cluster, pod);
  ASSERT_EQ(explanation.groups.size(), 1u);
  EXPECT_EQ(plan::to_text(explanation.groups[0], 1),
            "1 of 1 node: needs 2 of vendor.com/thing; a has 0 of vendor.com/thing");
  ASSERT_EQ(explanation.misses.size(), 1u);
  EXPECT_TRUE(explanation.misses[0].lack.unresolvable);
  EXPECT_TRUE(explanation.misses[0].remedies.empty());
}

TEST(Explain, APolicyOfThePodIsInTheWay) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a");
  // One CPU of every core is in use.
  PodObject spread = pod_of("x", Qos::kLsr, 8000);
  spread.required_bind = PodBind::kSpreadByPcpus;
  put(cluster, spread, 0);
  PodObject pod = pod_of("p", Qos::kLsr, 4000);
  pod.required_bind = PodBind::kFullPcpus;
  const Explanation explanation = explain_pod(cluster, pod);
  ASSERT_EQ(explanation.misses.size(), 1u);
  EXPECT_EQ(explanation.misses[0].refusal.reason, Reason::kRequiredBindPolicy);
  EXPECT_EQ(remedies_of(explanation.misses[0]),
            (std::vector<std::string>{
                "the pod prefers the bind policy FullPCPUs instead of requiring it",
                "the pod requires the bind policy SpreadByPCPUs instead of FullPCPUs"}));
}

TEST(Explain, APolicyOfTheNodeIsInTheWay) {
  Cluster cluster{sched::Options{}};
  NodeObject node = node_of("a");
  node.numa_policy = NumaPolicy::kSingleNode;
  cluster.set_topology(topology_of("a"));
  cluster.set_node(node);
  const Explanation explanation = explain_pod(cluster, pod_of("p", Qos::kLsr, 10000));
  ASSERT_EQ(explanation.misses.size(), 1u);
  EXPECT_EQ(
      remedies_of(explanation.misses[0]),
      (std::vector<std::string>{"the node's NUMA policy is BestEffort instead of SingleNUMANode",
                                "the pod requests 8 CPUs instead of 10 CPUs"}));
  node.numa_policy = NumaPolicy::kAbsent;
  node.unschedulable = true;
  cluster.set_node(node);
  const Explanation cordoned = explain_pod(cluster, pod_of("p", Qos::kLsr, 10000));
  ASSERT_EQ(cordoned.misses.size(), 1u);
  EXPECT_EQ(remedies_of(cordoned.misses[0]),
            (std::vector<std::string>{"the node is no longer marked unschedulable"}));
}

// The node is cordoned and forbids the pod's required policy, so neither change alone suffices.
TEST(Explain, TwoPoliciesMayBeInTheWay) {
  Cluster cluster{sched::Options{}};
  NodeObject node = node_of("a");
  node.bind = NodeBind::kFullPcpusOnly;
  node.unschedulable = true;
  cluster.set_topology(topology_of("a"));
  cluster.set_node(node);
  PodObject pod = pod_of("p", Qos::kLsr, 4000);
  pod.required_bind = PodBind::kSpreadByPcpus;
  const Explanation explanation = explain_pod(cluster, pod);
  ASSERT_EQ(explanation.misses.size(), 1u);
  EXPECT_EQ(remedies_of(explanation.misses[0]),
            (std::vector<std::string>{
                "the node is no longer marked unschedulable and the pod requires the bind policy "
                "FullPCPUs instead of SpreadByPCPUs"}));
}

TEST(Explain, PodsOfLowerPriorityMayLeave) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a");
  Refusal refusal;
  for (const auto &[uid, milli, priority] :
       {std::tuple("low", 4000, 1), std::tuple("mid", 8000, 5), std::tuple("high", 4000, 9)})
    ASSERT_EQ(cluster.reserve(ask(cluster, pod_of(uid, Qos::kLsr, milli)), uid, 0, {0, 0, priority},
                              refusal),
              Outcome::kDone);
  PodObject pod = pod_of("p", Qos::kLsr, 6000);
  pod.priority = 9;
  const auto evictions = [&](const sched::WhatIf &what_if) {
    std::vector<std::string> out;
    const Explanation explanation = explain_pod(cluster, pod, {}, what_if);
    for (const plan::Remedy &remedy : explanation.misses.at(0).remedies)
      for (const plan::Step &step : remedy.steps)
        if (step.kind == RemedyKind::kEvict) out.push_back(step.name);
    return out;
  };
  // Evicting the lowest priority alone does not suffice; the next one does.
  EXPECT_EQ(evictions({}), (std::vector<std::string>{"mid"}));
  sched::WhatIf kept;
  kept.guarded.push_back({"mid", sched::Protection::kKeep});
  EXPECT_EQ(evictions(kept), std::vector<std::string>{});
  pod.containers[0].requests[0].value = pod.containers[0].limits[0].value = 12000;
  EXPECT_EQ(evictions({}), (std::vector<std::string>{"mid", "low"}));
  pod.priority = 5;
  EXPECT_EQ(evictions({}), std::vector<std::string>{});
  // A pod that the what-if removes need not be evicted.
  pod.priority = 9;
  sched::WhatIf gone;
  gone.removed.push_back("low");
  EXPECT_EQ(evictions(gone), (std::vector<std::string>{"mid"}));
}

TEST(Explain, NamesCannotForgeLines) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a\n  b: fits");
  PodObject pod = pod_of("p\nq", Qos::kLsr, 99000);
  const Explanation explanation = explain_pod(cluster, pod);
  const std::string text = plan::to_text(explanation);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8) << text;
  EXPECT_NE(text.find("\"a\\x0a  b: fits\" has 16 CPUs"), std::string::npos) << text;
}

TEST(Explain, WorkIsBounded) {
  Cluster cluster{sched::Options{}};
  for (int i = 0; i < 80; ++i) {
    const std::string name = "node-" + std::to_string(i);
    add_node(cluster, name);
    put(cluster, pod_of("x" + name, Qos::kLsr, 12000), static_cast<uint32_t>(i));
  }
  const PodObject pod = pod_of("p", Qos::kLsr, 8000);
  const Explanation many = explain_pod(cluster, pod, {1000, 100000});
  EXPECT_EQ(many.misses.size(), plan::kMostMisses);
  EXPECT_FALSE(many.gave_up);
  const Explanation tired = explain_pod(cluster, pod, {3, 1});
  EXPECT_EQ(tired.misses.size(), 3u);
  EXPECT_TRUE(tired.gave_up);
  EXPECT_NE(plan::to_text(tired).find("not all were tried"), std::string::npos);
  EXPECT_TRUE(explain_pod(cluster, pod, {0, 100}).misses.empty());
  EXPECT_EQ(explain_pod(cluster, pod, {0, 100}).groups[0].nodes, 80u);
}

}  // namespace
}  // namespace koord::testing
