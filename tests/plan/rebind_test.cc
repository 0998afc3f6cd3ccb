// New CPUs for the pods of a node, case by case.
#include "plan/rebind.h"

#include <gtest/gtest.h>

#include "plan/rebind_support.h"

namespace koord::testing {
namespace {

// CPUs 0-7 and 16-23 are on NUMA node 0, the others on NUMA node 1; siblings are 16 apart.
constexpr Machine kMachine{2, 1, 8};

sched::Options options_of(Profile profile) {
  sched::Options out;
  out.profile = profile;
  return out;
}

struct Rig {
  explicit Rig(NumaPolicy policy = NumaPolicy::kNone, Machine machine = kMachine,
               Profile profile = Profile::kSpec)
      : cluster(options_of(profile)) {
    add_node(cluster, "node", machine, policy);
  }

  // Adds a pod with these CPUs.
  void give(const std::string &uid, const std::string &cpus, PodBind bind = PodBind::kFullPcpus,
            ExclusivePolicy exclusive = ExclusivePolicy::kDefault) {
    const CpuSet set = CpuSet::parse(cpus);
    PodObject pod = pod_of(uid, Qos::kLsr, int64_t{1000} * set.count());
    pod.preferred_bind = bind;
    pod.exclusive = exclusive;
    set_pod(pod, set);
  }
  void set_pod(PodObject pod, const CpuSet &cpus) {
    pod.node = "node";
    pod.status.emplace();
    pod.status->cpus = cpus;
    sched::Conflicts conflicts;
    EXPECT_EQ(cluster.set_pod(pod, conflicts), Outcome::kDone);
  }
  // Plans, commits, and returns the CPUs of all pods afterwards.
  std::string plan(const RebindOptions &options = {}, const sched::WhatIf &what_if = {}) {
    const Owners before = owners_of(cluster, 0);
    last = rebind(cluster, 0, options, what_if);
    EXPECT_EQ(double_owners(last.changes, before, CpuSet::parse("0-31")), 0);
    EXPECT_EQ(cluster.commit(last.changes), Outcome::kDone);
    return placements();
  }
  std::string placements() {
    std::string text;
    for (const auto &[uid, cpus] : owners_of(cluster, 0))
      text += uid + ":" + cpus.to_string() + " ";
    return text;
  }

  Cluster cluster;
  Rebind last;
};

TEST(Rebind, WellPlacedPodsDoNotMove) {
  Rig rig;
  rig.give("a", "0-1,16-17");
  rig.give("b", "2-3,18-19");
  EXPECT_EQ(rig.plan(), "a:0-1,16-17 b:2-3,18-19 ");
  EXPECT_TRUE(rig.last.changes.steps.empty());
  EXPECT_EQ(rig.last.moved, 0u);
  EXPECT_EQ(rig.last.before, rig.last.after);
  EXPECT_EQ(rig.last.before.percent, 0);
  EXPECT_EQ(rig.last.before.largest_block, 16);
  EXPECT_EQ(rig.last.before.free_cpus, 24);
  EXPECT_EQ(rig.last.before.free_cores, 12);
}

TEST(Rebind, TheMeasureCountsEachPart) {
  Rig rig;
  rig.give("a", "0-1");                           // two partly used cores
  rig.give("b", "2,8,18,24");                     // on two NUMA nodes
  rig.give("c", "3-4", PodBind::kSpreadByPcpus);  // leaves two siblings free
  const Fragmentation before = rebind(rig.cluster, 0, {.work = 0}).before;
  EXPECT_EQ(before.contested, 0);
  EXPECT_EQ(before.unmet_pods, 1);
  EXPECT_EQ(before.extra_numa, 1);
  EXPECT_EQ(before.extra_sockets, 1);
  EXPECT_EQ(before.stranded, 4);
  EXPECT_EQ(before.free_cpus, 24);
  EXPECT_EQ(before.free_cores, 10);
  EXPECT_EQ(before.largest_block, 14);
  EXPECT_EQ(before.percent, 13);  // 14 of the 16 CPUs that 24 free CPUs could form on one NUMA node
}

TEST(Rebind, EvaluatingClaimsAgainIsWork) {
  const auto work = [](bool disputed) {
    Rig rig;
    rig.give("a", "0-1");
    rig.give("b", "2,8,18,24");
    rig.give("c", "3-4", PodBind::kSpreadByPcpus);
    if (disputed) rig.give("refused", "0");
    return rebind(rig.cluster, 0).work;
  };
  EXPECT_GT(work(true), work(false));
}

TEST(Rebind, APodOnTwoNumaNodesMovesToOne) {
  Rig rig;
  rig.give("a", "0-1,8-9,16-17,24-25");
  EXPECT_EQ(rig.plan(), "a:0-3,16-19 ");
  EXPECT_EQ(rig.last.moved, 1u);
  EXPECT_EQ(rig.last.before.extra_numa, 1);
  EXPECT_EQ(rig.last.after.extra_numa, 0);
}

TEST(Rebind, OtherPodsMoveForAPod) {
  Rig rig;
  rig.give("crosses", "0-5,8-9,16-21,24-25");  // as many CPUs as a NUMA node has
  rig.give("small", "6-7,22-23");
  rig.give("other", "10-11,26-27");
  rig.plan();
  EXPECT_EQ(rig.last.after.extra_numa, 0);
  EXPECT_EQ(rig.last.after.largest_block, 8);
  EXPECT_EQ(rig.last.moved, 2u);
}

TEST(Rebind, AtMostSoManyPodsMove) {
  Rig rig;
  rig.give("crosses", "0-5,8-9,16-21,24-25");
  rig.give("small", "6-7,22-23");
  rig.give("other", "10-11,26-27");
  rig.plan({.most_moved = 1});
  EXPECT_EQ(rig.last.moved, 0u) << "one alone cannot make it better";
  rig.plan({.most_moved = 2});
  EXPECT_EQ(rig.last.moved, 2u);
  EXPECT_EQ(rig.plan({.most_moved = 100}), rig.placements()) << "more than there are";
}

TEST(Rebind, KeptPodsStay) {
  Rig rig;
  rig.give("a", "0-1,8-9,16-17,24-25");
  rig.give("b", "2");
  sched::WhatIf what_if;
  what_if.guarded = {{"a", sched::Protection::kKeep}};
  EXPECT_EQ(rig.plan({}, what_if), "a:0-1,8-9,16-17,24-25 b:2 ");
  what_if.guarded = {{"a", sched::Protection::kAvoid}};
  rig.plan({}, what_if);
  EXPECT_EQ(rig.last.after.extra_numa, 0) << "they are spared evictions, not moves";
}

TEST(Rebind, WithoutWorkNothingIsTried) {
  Rig rig;
  rig.give("a", "0-1,8-9,16-17,24-25");
  const std::string before = rig.placements();
  EXPECT_EQ(rig.plan({.work = 0}), before);
  EXPECT_TRUE(rig.last.out_of_work);
  EXPECT_EQ(rig.last.work, 0u);
  EXPECT_EQ(rig.last.after, rig.last.before);
}

TEST(Rebind, FragmentedCpusBecomeWholeCores) {
  Rig rig;
  rig.give("a", "0", PodBind::kFullPcpus);
  rig.give("b", "1", PodBind::kFullPcpus);
  rig.give("c", "2-3", PodBind::kFullPcpus);
  rig.plan();
  EXPECT_EQ(rig.last.after.stranded, 0);
  EXPECT_EQ(rig.last.after.unmet_pods, 0);
  EXPECT_EQ(rig.last.moved, 2u) << "one of the two odd ones, and the pod on broken cores";
}

// Upstream accepts both claims.
TEST(Rebind, ContestedCpusAreGivenOneOwner) {
  Rig rig(NumaPolicy::kNone, kMachine, Profile::kUpstream);
  rig.give("a", "0-1,16-17");
  rig.give("b", "1-2,17-18");
  rig.plan();
  EXPECT_EQ(rig.last.before.contested, 2);
  EXPECT_EQ(rig.last.after.contested, 0);
  EXPECT_EQ(rig.last.moved, 1u);
}

TEST(Rebind, PodsDistributedByALabelStayDistributed) {
  Rig rig;
  NodeObject node = node_of("node", kMachine);
  node.strategy = NodeStrategy::kDistributeEvenly;
  rig.cluster.set_node(node);
  rig.give("a", "0-1,8-9,16-17,24-25");
  EXPECT_EQ(rig.plan(), "a:0-1,8-9,16-17,24-25 ");
  EXPECT_EQ(rig.last.before.extra_numa, 0);
}

TEST(Rebind, SharedPoolsThatHoldALimitStayAsLarge) {
  Rig rig;
  PodObject burst = pod_of("burst", Qos::kLs, 4000);
  burst.required_bind = PodBind::kConstrainedBurst;
  burst.containers[0].limits = {{"cpu", 12000}, {"memory", kGi}};
  burst.node = "node";
  burst.status.emplace();
  burst.status->pools.push_back({});
  sched::Conflicts conflicts;
  ASSERT_EQ(rig.cluster.set_pod(burst, conflicts), Outcome::kDone);
  rig.give("a", "0-1,8-9,16-17,24-25");
  rig.plan();
  EXPECT_EQ(rig.last.after.extra_numa, 0);
  EXPECT_EQ(rig.placements(), "a:8-11,24-27 ") << "on the NUMA node whose pool nobody counts on";
}

TEST(Rebind, AnUnknownNodeIsRefused) {
  Cluster cluster{sched::Options{}};
  cluster.set_topology(topology_of("topology alone"));
  cluster.set_node(node_of("object alone"));
  EXPECT_EQ(rebind(cluster, 0).refusal.reason, Reason::kNodeUnknown);
  EXPECT_EQ(rebind(cluster, 1).refusal.reason, Reason::kNoTopology);
  EXPECT_TRUE(rebind(cluster, 1).changes.steps.empty());
}

TEST(Rebind, AnEmptyNodeNeedsNoMoves) {
  Rig rig;
  EXPECT_EQ(rig.plan(), "");
  EXPECT_EQ(rig.last.after.largest_block, 16);
}

TEST(Rebind, APlanForAnOlderStateIsStale) {
  Rig rig;
  rig.give("a", "0-1,8-9,16-17,24-25");
  const Rebind found = rebind(rig.cluster, 0);
  rig.give("b", "5,21");
  EXPECT_EQ(rig.cluster.commit(found.changes), Outcome::kStale);
}

TEST(Rebind, APlanUnderAWhatIfCannotBeCommitted) {
  Rig rig;
  rig.give("away", "0-7,16-23");
  rig.give("a", "8-9,24-25");
  rig.give("b", "10,14,26,30");
  rig.give("c", "11-13,27-29");
  sched::WhatIf what_if;
  what_if.removed = {"away", "b"};
  const std::string before = rig.placements();
  const Rebind found = rebind(rig.cluster, 0, {}, what_if);
  EXPECT_EQ(found.before.free_cpus, 22);
  EXPECT_EQ(rig.cluster.commit(found.changes), Outcome::kStale);
  EXPECT_EQ(rig.placements(), before);
}

TEST(Rebind, OnAFullNodePodsShrinkInBetween) {
  Rig rig(NumaPolicy::kNone, {2, 1, 2});  // CPUs 0-1 and 4-5 on NUMA node 0
  rig.give("a", "0,2,4-5");
  rig.give("b", "1,3,6-7");
  EXPECT_EQ(rig.plan(), "a:0-1,4-5 b:2-3,6-7 ");
  ASSERT_EQ(rig.last.changes.steps.size(), 3u);
  EXPECT_EQ(rig.last.changes.steps[0].holding.cpu_set().to_string(), "0,4-5");
  EXPECT_EQ(rig.last.moved, 2u);
}

Rebind room(const Cluster &cluster, const PodObject &pod, bool skip_fit = false) {
  const sched::ClusterSnapshot snapshot(cluster);
  return plan::rebind_for(snapshot, 0, cluster.shape_of(pod), skip_fit, {});
}

TEST(RebindFor, WithoutNeedMovesNothing) {
  Rig rig;
  const Rebind found = room(rig.cluster, pod_of("guest", Qos::kLsr, 4000));
  EXPECT_FALSE(found.refusal.refused());
  ASSERT_EQ(found.changes.steps.size(), 1u);
  EXPECT_EQ(found.changes.steps[0].kind, ChangeKind::kPlace);
  EXPECT_EQ(found.changes.basis.size(), 1u);
}

TEST(RebindFor, MovesOnePod) {
  Rig rig(NumaPolicy::kSingleNode);
  for (int i = 0; i < 2; ++i)
    rig.give("small-" + std::to_string(i), i == 0 ? "0-3,16-19" : "8-11,24-27");
  const PodObject guest = pod_of("guest", Qos::kLsr, 12000);
  ASSERT_TRUE(explain(rig.cluster, guest, 0).refused());
  Rebind found = room(rig.cluster, guest);
  ASSERT_FALSE(found.refusal.refused());
  EXPECT_EQ(found.moved, 1u);
  ASSERT_EQ(found.changes.steps.size(), 2u);
  found.changes.steps.back().uid = "guest";
  EXPECT_EQ(rig.cluster.commit(found.changes), Outcome::kDone);
  EXPECT_EQ(owners_of(rig.cluster, 0).at("guest").count(), 12);
}

TEST(RebindFor, APodThatNoMoveHelpsIsRefusedAtOnce) {
  Rig rig;
  rig.give("a", "0-1,8-9,16-17,24-25");
  const Rebind large = room(rig.cluster, pod_of("guest", Qos::kLsr, 28000));
  EXPECT_EQ(large.refusal.reason, Reason::kInsufficientResource);
  EXPECT_EQ(large.work, 0u);
  const Rebind fractional = room(rig.cluster, pod_of("guest", Qos::kLsr, 2500));
  EXPECT_EQ(fractional.refusal.reason, Reason::kCpusNotWhole);
  EXPECT_TRUE(fractional.changes.steps.empty());
}

TEST(RebindFor, IfNoMovesHelpTheRefusalIsReturned) {
  Rig rig(NumaPolicy::kSingleNode);
  rig.give("a", "0-4,16-20");
  rig.give("b", "8-12,24-28");
  const Rebind found = room(rig.cluster, pod_of("guest", Qos::kLsr, 8000));
  EXPECT_TRUE(found.refusal.refused());
  EXPECT_EQ(found.moved, 0u);
  EXPECT_TRUE(found.changes.steps.empty());
  EXPECT_TRUE(found.changes.basis.empty());
}

}  // namespace
}  // namespace koord::testing
