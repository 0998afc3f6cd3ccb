// Plans for pods that require isolated CPUs, and for pods around them.
#include <gtest/gtest.h>

#include "plan/preempt_support.h"
#include "plan/rebind_support.h"
#include "plan/resize.h"

namespace koord::testing {
namespace {

// Cores 2 and 3 on NUMA node 0 are isolated; pods without the
// requirement have the other twelve CPUs.
const CpuSet kApart{2, 3, 10, 11};

class IsolatedPlans : public ::testing::Test {
 protected:
  IsolatedPlans() {
    cluster_.set_node(node_of("n"));
    NodeTopology topology = topology_of("n");
    topology.machine = with_isolated(*topology.machine, kApart);
    topology.excludes_isolated = true;
    cluster_.set_topology(topology);
  }
  static PodObject requiring(const std::string &uid, int64_t milli) {
    PodObject pod = pod_of(uid, Qos::kLsr, milli);
    pod.requires_isolated = true;
    return pod;
  }
  // Binds the pod to these CPUs.
  void give(PodObject pod, const CpuSet &cpus) {
    pod.node = "n";
    pod.status.emplace().cpus = cpus;
    EXPECT_FALSE(set(cluster_, pod).any()) << pod.uid;
  }
  std::string cpus_of(const std::string &uid) { return owners_of(cluster_, 0)[uid].to_string(); }
  Refusal resize(const PodObject &pod) {
    plan::ResizeAnswer answer;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      uint32_t node = 0;
      sched::Holder holder;
      EXPECT_TRUE(snapshot.find(pod.uid, node, holder));
      answer = plan::resize(snapshot, node, holder, snapshot.shape_of(pod), {.may_move = true});
    }
    if (answer.refusal.refused()) return answer.refusal;
    EXPECT_EQ(cluster_.commit(answer.changes), Outcome::kDone);
    return {};
  }
  // Commits the preemption and returns the uids of the victims, or
  // "no" if there are no suitable victims.
  std::string preempt(const PodObject &pod) {
    sched::Changes changes;
    std::string out;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      const plan::Preemptor preemptor{ask(cluster_, pod), 1000, pod.uid};
      const plan::Preemptions found = plan::preempt(snapshot, preemptor, {});
      if (found.rows.empty() || found.rows[0].reason != Reason::kNone) return "no";
      for (const plan::Victim &victim : found.victims) out += victim.uid + ' ';
      EXPECT_FALSE(plan::carry_out(snapshot, preemptor, 0, found.victims, changes).refused());
    }
    EXPECT_EQ(cluster_.commit(changes), Outcome::kDone);
    return out;
  }

  Cluster cluster_{sched::Options{}};
};

TEST_F(IsolatedPlans, PodsOnIsolatedCpusMakeRoomForARequirement) {
  ASSERT_TRUE(reserve_at(cluster_, pod_of("ordinary", Qos::kLsr, 12000), 0, 0));
  ASSERT_TRUE(reserve_at(cluster_, requiring("a", 3000), 0, 0));
  ASSERT_TRUE(reserve_at(cluster_, requiring("b", 1000), 0, 10));
  EXPECT_EQ(preempt(requiring("five", 5000)), "no");
  EXPECT_EQ(preempt(requiring("two", 2000)), "a ");
  EXPECT_TRUE(owners_of(cluster_, 0)["two"].is_subset_of(kApart));
  EXPECT_EQ(owners_of(cluster_, 0)["ordinary"].count(), 12);
}

TEST_F(IsolatedPlans, TheyMakeNoRoomForOthers) {
  ASSERT_TRUE(reserve_at(cluster_, pod_of("ordinary", Qos::kLsr, 4000), 0, 5));
  ASSERT_TRUE(reserve_at(cluster_, requiring("a", 4000), 0, 0));
  EXPECT_EQ(preempt(pod_of("all", Qos::kLsr, 13000)), "no");
  EXPECT_EQ(preempt(pod_of("most", Qos::kLsr, 12000)), "ordinary ");
  EXPECT_FALSE(owners_of(cluster_, 0)["most"].intersects(kApart));
}

TEST_F(IsolatedPlans, ResizedPodsKeepToTheirKindOfCpus) {
  give(requiring("a", 1000), CpuSet{2});
  give(requiring("b", 1000), CpuSet{11});
  give(pod_of("c", Qos::kLsr, 2000), CpuSet{0, 8});
  EXPECT_FALSE(resize(requiring("a", 3000)).refused());
  EXPECT_EQ(cpus_of("a"), "2-3,10");
  const Refusal no = resize(requiring("a", 4000));
  EXPECT_EQ(no.reason, Reason::kNotEnoughIsolatedCpus);
  EXPECT_FALSE(resize(requiring("a", 2000)).refused());
  EXPECT_TRUE(owners_of(cluster_, 0)["a"].is_subset_of(CpuSet{2, 3, 10}));
  EXPECT_TRUE(resize(pod_of("c", Qos::kLsr, 13000)).refused());
  EXPECT_FALSE(resize(pod_of("c", Qos::kLsr, 12000)).refused());
  EXPECT_EQ(cpus_of("c"), "0-1,4-9,12-15");
}

TEST_F(IsolatedPlans, ARebindLeavesIsolatedCpusToThosePods) {
  give(requiring("a", 2000), CpuSet{2, 11});                     // two partly used cores
  give(pod_of("crosses", Qos::kLsr, 4000), CpuSet{0, 1, 4, 5});  // over two NUMA nodes
  plan::Rebind found = rebind(cluster_, 0);
  ASSERT_EQ(found.moved, 1u);
  ASSERT_EQ(cluster_.commit(found.changes), Outcome::kDone);
  EXPECT_EQ(cpus_of("crosses"), "0-1,8-9");
  EXPECT_EQ(cpus_of("a"), "2,11");
}

TEST_F(IsolatedPlans, ARebindForAPodKeepsToItsKindOfCpus) {
  give(pod_of("crosses", Qos::kLsr, 4000), CpuSet{0, 1, 4, 5});
  for (const bool isolated : {true, false}) {
    PodObject pod = isolated ? requiring("i", 4000) : pod_of("o", Qos::kLsr, 8000);
    pod.required_bind = PodBind::kFullPcpus;
    plan::Rebind found;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      found = plan::rebind_for(snapshot, 0, snapshot.shape_of(pod), false, {});
    }
    ASSERT_FALSE(found.refusal.refused()) << isolated;
    found.changes.steps.back().uid = pod.uid;
    ASSERT_EQ(cluster_.commit(found.changes), Outcome::kDone);
  }
  EXPECT_EQ(owners_of(cluster_, 0)["i"], kApart);
  EXPECT_EQ(owners_of(cluster_, 0)["o"].count(), 8);
  EXPECT_FALSE(owners_of(cluster_, 0)["o"].intersects(kApart));
  EXPECT_FALSE(owners_of(cluster_, 0)["crosses"].intersects(kApart));
}

}  // namespace
}  // namespace koord::testing
