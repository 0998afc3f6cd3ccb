// Changes committed together equal the same changes made one by one.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/draw.h"
#include "sched/gpu_pods.h"
#include "sched/verdict/allocate.h"

namespace koord::testing {
namespace {

using sched::ChangeKind;

sched::Changes release(const Cluster &cluster, const std::string &uid) {
  const sched::ClusterSnapshot snapshot(cluster);
  uint32_t node = 0;
  sched::Holder holder;
  EXPECT_TRUE(snapshot.find(uid, node, holder));
  sched::Changes changes;
  changes.steps.push_back({ChangeKind::kRelease, node, holder.priority, uid, {}});
  snapshot.add_basis(node, changes);
  return changes;
}

TEST(Commit, APlanForAnOlderStateIsStale) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  reserve(cluster, pod_of("a", Qos::kLsr, 2000), 0);
  const sched::Changes changes = release(cluster, "a");
  reserve(cluster, pod_of("b", Qos::kLsr, 2000), 0);
  const uint64_t before = cluster.counts().generation;
  EXPECT_EQ(cluster.commit(changes), Outcome::kStale);
  EXPECT_EQ(cluster.counts().generation, before);
  EXPECT_EQ(cluster.counts().pods, 2u);
}

TEST(Commit, PodsMustBeWhereThePlanExpectsThem) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  add_node(cluster, "m");
  reserve(cluster, pod_of("a", Qos::kLsr, 2000), 0);
  sched::Changes changes = release(cluster, "a");
  changes.steps[0].node = 1;
  EXPECT_EQ(cluster.commit(changes), Outcome::kElsewhere);
  changes.steps[0].node = 0;
  changes.steps[0].kind = ChangeKind::kPlace;
  EXPECT_EQ(cluster.commit(changes), Outcome::kElsewhere);
  changes.steps[0].kind = ChangeKind::kRelease;
  changes.steps.push_back(changes.steps[0]);
  EXPECT_EQ(cluster.commit(changes), Outcome::kUnknownPod);
  EXPECT_EQ(cluster.counts().pods, 1u);
  changes.steps.pop_back();
  EXPECT_EQ(cluster.commit(changes), Outcome::kDone);
  EXPECT_EQ(cluster.counts().pods, 0u);
  EXPECT_EQ(cluster.commit(changes), Outcome::kStale);
}

sched::Holding holding_of(const Cluster &cluster, const std::string &uid) {
  const sched::ClusterSnapshot snapshot(cluster);
  uint32_t node = 0;
  sched::Holder holder;
  EXPECT_TRUE(snapshot.find(uid, node, holder));
  return *holder.holding;
}

// Held resources are not assigned to another pod, whatever the plan says.
TEST(Commit, NothingIsGivenTwice) {
  Cluster cluster{sched::Options{}};
  NodeObject node = node_of("n");
  node.numa_policy = NumaPolicy::kSingleNode;
  cluster.set_topology(topology_of("n"));
  cluster.set_node(node);
  cluster.set_devices(visible_gpus_of("n", 2));
  PodObject gpus = pod_of("gpus", Qos::kLs, 500);
  gpus.containers[0].requests.push_back({"koordinator.sh/gpu", 60});
  gpus.containers[0].limits = gpus.containers[0].requests;
  const PodObject pods[] = {pod_of("cpus", Qos::kLsr, 2000),
                            pod_of("memory", Qos::kLs, 500, 40 * kGi), gpus};
  uint64_t rejected = 0;
  for (const PodObject &pod : pods) {
    ASSERT_FALSE(reserve(cluster, pod, 0).refusal.refused()) << pod.uid;
    const uint64_t before = cluster.counts().generation;
    const sched::Changes twice{
        {{ChangeKind::kPlace, 0, 0, "another", holding_of(cluster, pod.uid)}}, {}};
    EXPECT_EQ(cluster.commit(twice), Outcome::kOvercommitted) << pod.uid;
    EXPECT_EQ(cluster.counts().rejected, ++rejected);
    EXPECT_EQ(cluster.counts().generation, before);
    EXPECT_EQ(cluster.counts().pods, rejected);
  }
  // Releasing a different resource does not help, either.
  sched::Changes trade = release(cluster, "memory");
  trade.basis.clear();
  trade.steps.push_back({ChangeKind::kPlace, 0, 0, "another", holding_of(cluster, "gpus")});
  EXPECT_EQ(cluster.commit(trade), Outcome::kOvercommitted);
  trade.steps.back().holding = holding_of(cluster, "memory");
  EXPECT_EQ(cluster.commit(trade), Outcome::kDone);
}

// Claims of running pods and changes of nodes may exceed the capacity.
// Such pods can still be moved and removed.
TEST(Commit, PodsBeyondTheCapacityCanBeMovedAndRemoved) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 1));
  for (const char *uid : {"a", "b"}) {
    PodObject pod = stating(uid, {0});
    pod.qos = Qos::kLsr;
    pod.containers[0].requests[0].value = 2000;
    pod.containers[0].limits = pod.containers[0].requests;
    pod.status.emplace().cpus = CpuSet{0, 1};
    set(cluster, pod);
  }
  DeviceObject broken = visible_gpus_of("n", 1);
  broken.devices[0].healthy = false;
  cluster.set_devices(broken);
  const sched::Changes stays{{{ChangeKind::kMove, 0, 0, "a", holding_of(cluster, "a")}}, {}};
  EXPECT_EQ(cluster.commit(stays), Outcome::kDone);
  const sched::Changes third{{{ChangeKind::kPlace, 0, 0, "c", holding_of(cluster, "a")}}, {}};
  EXPECT_EQ(cluster.commit(third), Outcome::kOvercommitted);
}

// Pods come, go and come again on drafts. The cluster then makes these
// changes, once as a plan and once one by one.
RC_GTEST_PROP(CommitProperty, APlanEqualsItsSteps, ()) {
  Cluster planned{sched::Options{}};
  Cluster stepped{sched::Options{}};
  std::vector<Drawn> nodes;
  for (int i = 0; i < 3; ++i) nodes.push_back(draw_node("node-" + std::to_string(i)));
  for (Cluster *cluster : {&planned, &stepped})
    for (const Drawn &node : nodes) add(*cluster, node);
  std::vector<std::string> placed;
  for (int i = 0; i < 8; ++i) {
    const PodObject pod = draw_pod("old-" + std::to_string(i));
    const auto node = static_cast<uint32_t>(*rc::gen::inRange(0, 3));
    const bool granted = !reserve(planned, pod, node).refusal.refused();
    reserve(stepped, pod, node);
    if (granted) placed.push_back(pod.uid);
  }
  sched::Changes changes;
  {
    const sched::ClusterSnapshot snapshot(planned);
    for (const std::string &uid : placed) {
      uint32_t node = 0;
      sched::Holder holder;
      RC_ASSERT(snapshot.find(uid, node, holder));
      if (*rc::gen::inRange(0, 2) == 0)
        changes.steps.push_back({ChangeKind::kRelease, node, holder.priority, uid, {}});
      else if (*rc::gen::inRange(0, 2) == 0)
        changes.steps.push_back({ChangeKind::kMove, node, 7, uid, *holder.holding});
      snapshot.add_basis(node, changes);
    }
    for (const sched::Change &step : changes.steps)
      if (step.kind == ChangeKind::kRelease) stepped.remove_pod(step.uid);
    const sched::ClusterSnapshot then(stepped);
    for (uint32_t node = 0; node < 3; ++node) {
      const PodObject pod = draw_pod("new-" + std::to_string(node));
      sched::Holding holding;
      if (sched::allocate(then.view(node), stepped.shape_of(pod), then.options(), {}, holding)
              .refused())
        continue;
      changes.steps.push_back({ChangeKind::kPlace, node, 0, pod.uid, holding});
    }
  }
  for (const sched::Change &step : changes.steps)
    if (step.kind == ChangeKind::kPlace) RC_ASSERT(stepped.commit({{step}, {}}) == Outcome::kDone);
  RC_ASSERT(planned.commit(changes) == Outcome::kDone);
  RC_ASSERT(planned.same_state(stepped));
  RC_ASSERT(planned.counts().pods == stepped.counts().pods);
  // Removing everything leaves nothing behind.
  for (const auto &node : {0u, 1u, 2u}) {
    std::vector<std::string> uids;
    planned.pods_of(node, uids);
    for (const std::string &uid : uids) RC_ASSERT(planned.remove_pod(uid) == Outcome::kDone);
  }
  Cluster empty{sched::Options{}};
  for (const Drawn &node : nodes) add(empty, node);
  RC_ASSERT(planned.same_state(empty));
}

}  // namespace
}  // namespace koord::testing
