// Trials of restarted or drained nodes equal clusters that are built in that state.
#include "plan/restart_trial.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "plan/capacity.h"
#include "sched/draw.h"

namespace koord::testing {
namespace {

using plan::Restart;

struct DrillPod {
  PodObject pod;
  int32_t priority = 0;
};

bool settle(Cluster &cluster, const DrillPod &resident, uint32_t node) {
  Refusal refusal;
  EXPECT_EQ(cluster.reserve(ask(cluster, resident.pod), resident.pod.uid, node,
                            {0, 0, resident.priority}, refusal),
            Outcome::kDone);
  return !refusal.refused();
}

// Returns the node as it would describe itself after the restart.
Drawn restarted(Drawn drawn, const Restart &how) {
  const Topology &before = *drawn.topology.machine;
  CpuSet withheld = drawn.node.reserved_cpus;
  if (drawn.topology.kubelet_static) withheld |= drawn.topology.kubelet_reserved;
  CpuSet kept = before.all_cpus();
  if (how.one_thread) {
    kept = {};
    TopologySpec spec;
    for (const Topology::Core &core : before.cores()) {
      const int32_t id = before.threads(core)[0];
      kept.add(id);
      const Topology::Cpu &cpu = *before.find_cpu(id);
      TopologySpec::Cpu row;
      row.id = id;
      row.core = core.id;
      row.socket = before.sockets()[static_cast<size_t>(cpu.socket)].id;
      row.node = before.nodes()[static_cast<size_t>(cpu.node)].id;
      row.l3 = cpu.l3;
      spec.cpus.push_back(row);
    }
    drawn.topology.machine = Topology::build(std::move(spec));
    for (NumaAmounts &zone : drawn.topology.allocatable)
      for (Amount &amount : zone.amounts)
        if (amount.resource == "cpu") amount.value /= 2;
  }
  const int lost = (before.all_cpus() - withheld - (kept - how.isolated)).count();
  for (Amount &amount : drawn.node.allocatable)
    if (amount.resource == "cpu")
      amount.value -= static_cast<int64_t>(std::ceil(1000.0 * lost * drawn.node.cpu_amplification));
  drawn.node.reserved_cpus |= how.isolated & before.all_cpus();
  return drawn;
}

RC_GTEST_PROP(DrillProperty, RestartsAreClustersBuiltThatWay, ()) {
  constexpr uint32_t kNodes = 3;
  Cluster cluster{sched::Options{}};
  Cluster expected{sched::Options{}};
  std::vector<Drawn> nodes;
  for (uint32_t i = 0; i < kNodes; ++i) {
    nodes.push_back(draw_node("node-" + std::to_string(i)));
    if (i == 0) nodes[0].node.unschedulable = false;
    add(cluster, nodes[i]);
  }
  std::vector<DrillPod> residents[kNodes];
  for (int i = 0; i < 12; ++i) {
    const DrillPod resident{draw_pod("pod-" + std::to_string(i)), *rc::gen::inRange(0, 3)};
    const auto node = static_cast<uint32_t>(*rc::gen::inRange<int>(0, kNodes));
    if (settle(cluster, resident, node)) residents[node].push_back(resident);
  }
  Restart how;
  const int kind = *rc::gen::inRange(0, 4);
  how.drained = kind == 0;
  how.one_thread = kind == 1 || kind == 3;
  if (kind >= 2) how.isolated = CpuSet::parse(*rc::gen::element<std::string>("0-5", "3", "8-40"));

  // Pods that stay keep their resources: they are restored before other pods are placed.
  add(expected, restarted(nodes[0], how));
  for (uint32_t i = 1; i < kNodes; ++i) add(expected, nodes[i]);
  for (uint32_t i = 1; i < kNodes; ++i)
    for (const DrillPod &resident : residents[i]) RC_ASSERT(settle(expected, resident, i));
  std::stable_sort(
      residents[0].begin(), residents[0].end(), [](const DrillPod &a, const DrillPod &b) {
        return a.priority != b.priority ? a.priority > b.priority : a.pod.uid < b.pod.uid;
      });
  if (how.drained) RC_ASSERT(expected.remove_node("node-0") == Outcome::kDone);
  std::vector<DrillPod> homeless;
  for (const DrillPod &resident : residents[0])
    if (how.drained || !settle(expected, resident, 0)) homeless.push_back(resident);
  uint64_t unplaced = 0;
  for (const DrillPod &resident : homeless) {
    const std::vector<sched::Verdict> rows = best(expected, resident.pod, 1);
    if (rows.empty())
      ++unplaced;
    else
      RC_ASSERT(settle(expected, resident, rows[0].node));
  }

  const PodObject more = draw_pod("more");
  const sched::ClusterSnapshot snapshot(cluster);
  const sched::ClusterSnapshot then(expected);
  const plan::Capacity found = plan::capacity(snapshot, ask(cluster, more), {4096, {how}});
  const plan::Capacity wanted = plan::capacity(then, ask(expected, more), {});
  RC_CLASSIFY(!homeless.empty(), "displaced");
  RC_CLASSIFY(unplaced > 0, "unplaced");
  RC_ASSERT(found.displaced == homeless.size());
  RC_ASSERT(found.unplaced == unplaced);
  RC_ASSERT(found.pods == wanted.pods);
  const size_t first = how.drained ? 1 : 0;
  RC_ASSERT(found.rows.size() == kNodes);
  RC_ASSERT(wanted.rows.size() == kNodes - first);
  for (size_t i = first; i < kNodes; ++i) {
    const plan::Room &here = found.rows[i];
    const plan::Room &other = wanted.rows[i - first];
    RC_ASSERT(here.pods == other.pods);
    RC_ASSERT(here.reason == other.reason);
    RC_ASSERT(here.left_milli == other.left_milli);
    RC_ASSERT(here.left_memory == other.left_memory);
  }
  if (how.drained) RC_ASSERT(found.rows[0].reason == Reason::kNodeUnschedulable);
}

TEST(RestartTrial, PodsThatAreKeptDoNotMove) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b"}) add_node(cluster, name);
  for (const char *uid : {"daemon", "plain"})
    reserve(cluster, pod_of(uid, Qos::kLsr, 10000), uid[0] == 'd' ? 0 : 1);
  reserve(cluster, pod_of("other", Qos::kLsr, 4000), 0);
  sched::WhatIf what_if;
  what_if.guarded.push_back({"daemon", sched::Protection::kKeep});
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  const auto trial = [&](const Restart &how) {
    return plan::RestartTrial(snapshot, std::vector{how}, false);
  };
  // The pod ends with a drained node, and remains unplaced if its node becomes too small for it.
  EXPECT_EQ(trial({0, true, false, {}}).displaced(), 1u);
  EXPECT_EQ(trial({0, true, false, {}}).unplaced(), 0u);
  const auto small = trial({0, false, true, {}});
  EXPECT_EQ(small.displaced(), 1u);
  EXPECT_EQ(small.unplaced(), 1u);
  EXPECT_EQ(trial({7, true, false, {}}).displaced(), 0u);
}

TEST(RestartTrial, AReservationIsRestoredWithItsRest) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");  // 16 CPUs
  reserve(cluster, pod_of("kept", Qos::kLsr, 8000), 0);
  ASSERT_EQ(cluster.set_reservation("kept", sched::ReservationPolicy::kDefault), Outcome::kDone);
  const PodObject owner = pod_of("owner", Qos::kLsr, 4000);
  Refusal refusal;
  ASSERT_EQ(cluster.reserve_from(ask(cluster, owner), "owner", "kept", {}, refusal),
            Outcome::kDone);
  const sched::ClusterSnapshot snapshot(cluster);
  const Restart isolated[] = {{0, false, false, CpuSet{7, 15}}};
  plan::RestartTrial trial(snapshot, isolated, false);
  EXPECT_EQ(trial.displaced(), 0u);
  ASSERT_NE(trial.changed(0), nullptr);
  EXPECT_EQ(trial.changed(0)->node().held().count(), 8);
}

TEST(RestartTrial, PodsComeBackToANodeThatIsUnschedulable) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a");
  reserve(cluster, pod_of("pod", Qos::kLsr, 10000), 0);
  NodeObject node = node_of("a");
  node.unschedulable = true;
  cluster.set_node(node);
  const sched::ClusterSnapshot snapshot(cluster);
  const plan::Capacity found =
      plan::capacity(snapshot, ask(cluster, pod_of("more", Qos::kLsr, 2000)),
                     {4096, {{0, false, false, CpuSet{0, 1}}}});
  EXPECT_EQ(found.displaced, 0u);
  EXPECT_EQ(found.rows[0].reason, Reason::kNodeUnschedulable);
  EXPECT_EQ(found.rows[0].left_milli, 4000);
}

}  // namespace
}  // namespace koord::testing
