// Evictions never take resources from pods that were nominated to the node earlier.
#include "plan/preempt.h"
#include "plan/preempt_support.h"
#include "plan/rebind.h"

namespace koord::testing {
namespace {

// Returns for each pod whether it fits on the node, adding one after the other.
std::vector<bool> find_room(const Cluster &cluster, const std::vector<PodObject> &pods) {
  const sched::ClusterSnapshot snapshot(cluster);
  sched::Draft draft = snapshot.draft(0);
  std::deque<sched::Holding> held;
  std::vector<bool> out;
  for (const PodObject &pod : pods)
    out.push_back(place_added(snapshot, cluster.shape_of(pod), draft, held));
  return out;
}

RC_GTEST_PROP(PreemptNominatedProperty, NobodyLosesTheRoomThatVictimsLeave, ()) {
  sched::Options options;
  Cluster planned(options);
  Cluster without(options);  // the cluster without the preemptor
  const Drawn node = draw_node("n");
  for (Cluster *cluster : {&planned, &without}) add(*cluster, node);
  for (int i = 0; i < 8; ++i) {
    const PodObject pod = draw_pod("pod-" + std::to_string(i));
    const int32_t priority = *rc::gen::inRange(0, 7);
    const bool done = reserve_at(planned, pod, 0, priority);
    RC_ASSERT(reserve_at(without, pod, 0, priority) == done);
  }
  WhatIf what_if;
  std::vector<PodObject> nominated;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    nominated.push_back(draw_pod("nominated-" + std::to_string(i)));
    what_if.added.push_back({planned.shape_of(nominated.back()), 0});
  }
  const PodObject newcomer = draw_pod("newcomer");
  const plan::Preemptor pod{{planned.shape_of(newcomer), false}, 5, newcomer.uid};
  sched::Changes changes;
  {
    const sched::ClusterSnapshot snapshot(planned, what_if);
    const plan::Preemptions found = plan::preempt(snapshot, pod, {});
    const Preemption &row = found.rows[0];
    if (row.reason != Reason::kNone) return;
    const auto victims = std::span(found.victims).subspan(row.first, row.count);
    for (const plan::Victim &victim : victims)
      RC_ASSERT(without.remove_pod(victim.uid) == Outcome::kDone);
    if (plan::carry_out(snapshot, pod, 0, victims, changes).refused()) return;
  }
  RC_ASSERT(planned.commit(changes) == Outcome::kDone);
  const std::vector<bool> before = find_room(without, nominated);
  const std::vector<bool> after = find_room(planned, nominated);
  for (size_t i = 0; i < nominated.size(); ++i) RC_ASSERT(after[i] || !before[i]);
  RC_CLASSIFY(before[0], "there was room");
  RC_CLASSIFY(changes.steps.size() > 1, "victims");
}

// Amounts suffice for all three pods, but kubelet reserves one of the CPUs.
class NominatedTakesAll : public ::testing::Test {
 protected:
  NominatedTakesAll() {
    Machine machine{1, 1, 4};
    NodeTopology topology = topology_of("n", machine);
    topology.kubelet_static = true;
    topology.kubelet_reserved = CpuSet{0};
    cluster.set_topology(topology);
    cluster.set_node(node_of("n", machine));
  }
  std::vector<std::string> preempt(const PodObject &pod, int32_t priority) const {
    const sched::ClusterSnapshot snapshot(cluster, what_if);
    const plan::Preemptions found =
        plan::preempt(snapshot, {ask(cluster, pod), priority, pod.uid}, {});
    reason = found.rows[0].reason;
    return victims_of(found, found.rows[0]);
  }

  Cluster cluster{sched::Options{}};
  WhatIf what_if;
  mutable Reason reason = Reason::kNone;
};

TEST_F(NominatedTakesAll, AVictimReplacedByANominatedPodDoesNotHelp) {
  ASSERT_TRUE(reserve_at(cluster, pod_of("p01", Qos::kLsr, 1000), 0, 9500));
  ASSERT_TRUE(reserve_at(cluster, pod_of("p02", Qos::kLsr, 3000), 0, 5000));
  what_if.added.push_back({cluster.shape_of(pod_of("t0", Qos::kLsr, 4000)), 0});
  EXPECT_EQ(preempt(pod_of("new", Qos::kLsr, 3000), 9500), (std::vector<std::string>{}));
  EXPECT_NE(reason, Reason::kNone);
  // If evicting both is allowed, both are evicted.
  EXPECT_EQ(preempt(pod_of("new", Qos::kLsr, 3000), 9501),
            (std::vector<std::string>{"p01", "p02"}));
  // The preemptor may use what the nominated pod leaves.
  EXPECT_EQ(preempt(pod_of("new", Qos::kLsr, 2000), 9500), (std::vector<std::string>{"p02"}));
}

// At present the nominated pod fits on the NUMA node that the preemptor needs entirely.
TEST(Nominated, MayHaveOtherRoomOnceVictimsHaveGone) {
  Cluster cluster{sched::Options{}};
  const Machine machine{2, 1, 2};  // four CPUs on each of two NUMA nodes
  NodeObject node = node_of("n", machine);
  node.numa_policy = NumaPolicy::kSingleNode;
  cluster.set_node(node);
  NodeTopology topology = topology_of("n", machine);
  topology.kubelet_reserved = CpuSet{0};
  cluster.set_topology(topology);
  ASSERT_TRUE(reserve_at(cluster, pod_of("low", Qos::kLsr, 2000), 0, 5000));
  WhatIf what_if;
  what_if.added.push_back({cluster.shape_of(pod_of("t", Qos::kLsr, 2000)), 0});
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  const PodObject pod = pod_of("new", Qos::kLsr, 4000);
  const plan::Preemptions found = plan::preempt(snapshot, {ask(cluster, pod), 9500, "new"}, {});
  ASSERT_EQ(found.rows[0].reason, Reason::kNone);
  EXPECT_EQ(victims_of(found, found.rows[0]), (std::vector<std::string>{"low"}));
}

// Moves make room for the pod that was nominated first.
TEST(NominatedRebind, LaterPodsDoNotUseTheirRoom) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {2, 1, 2}, NumaPolicy::kSingleNode);
  ASSERT_TRUE(reserve_at(cluster, pod_of("a", Qos::kLsr, 1000), 0, 0));
  ASSERT_TRUE(reserve_at(cluster, pod_of("b", Qos::kLsr, 3000), 0, 0));
  ASSERT_TRUE(reserve_at(cluster, pod_of("c", Qos::kLsr, 1000), 0, 0));
  ASSERT_EQ(cluster.remove_pod("b"), Outcome::kDone);
  const auto fits = [&](const WhatIf &what_if, int64_t milli) {
    const sched::ClusterSnapshot snapshot(cluster, what_if);
    const PodObject pod = pod_of("new", Qos::kLsr, milli);
    return !plan::rebind_for(snapshot, 0, cluster.shape_of(pod), false, {}).refusal.refused();
  };
  WhatIf what_if;
  EXPECT_TRUE(fits(what_if, 4000));
  what_if.added.push_back({cluster.shape_of(pod_of("t0", Qos::kLsr, 4000)), 0});
  EXPECT_FALSE(fits(what_if, 3000));
  EXPECT_TRUE(fits(what_if, 2000));
}

}  // namespace
}  // namespace koord::testing
