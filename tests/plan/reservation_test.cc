// Reservations, and owners that take from them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/draw.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

using sched::ReservationPolicy;

Answer take(Cluster &cluster, const PodObject &pod, const std::string &reservation) {
  Answer answer;
  answer.outcome =
      cluster.reserve_from(ask(cluster, pod), pod.uid, reservation, {}, answer.refusal);
  if (answer.outcome == Outcome::kDone && !answer.refusal.refused()) {
    EXPECT_EQ(cluster.allocation(pod.uid, answer.allocation), Outcome::kDone);
  }
  return answer;
}

Answer hold(Cluster &cluster, const PodObject &pod, uint32_t node, ReservationPolicy policy) {
  const Answer answer = reserve(cluster, pod, node);
  EXPECT_FALSE(answer.refusal.refused());
  EXPECT_EQ(cluster.set_reservation(pod.uid, policy), Outcome::kDone);
  return answer;
}

std::string cpu_list_of(const Cluster &cluster, const std::string &uid) {
  uint32_t node = 0;
  CpuSet cpus;
  EXPECT_EQ(cluster.pod_cpus(uid, node, cpus), Outcome::kDone);
  return cpus.empty() ? "" : cpus.to_string();
}

class Reserved : public ::testing::TestWithParam<ReservationPolicy> {
 protected:
  Reserved() : cluster_(sched::Options{}) { add_node(cluster_, "n"); }
  Cluster cluster_;  // cores {0,8} .. {7,15}, four of them per NUMA node
};
INSTANTIATE_TEST_SUITE_P(Policies, Reserved,
                         ::testing::Values(ReservationPolicy::kDefault, ReservationPolicy::kAligned,
                                           ReservationPolicy::kRestricted));

TEST_P(Reserved, OwnersTakeItsCpusFirst) {
  reserve(cluster_, pod_of("other", Qos::kLsr, 2000), 0);
  EXPECT_EQ(hold(cluster_, pod_of("kept", Qos::kLsr, 4000, 2 * kGi), 0, GetParam()).cpus(),
            "1-2,9-10");
  cluster_.remove_pod("other");  // a pod without the reservation would get these CPUs
  EXPECT_EQ(take(cluster_, pod_of("a", Qos::kLsr, 2000), "kept").cpus(), "1,9");
  EXPECT_EQ(cpu_list_of(cluster_, "kept"), "2,10");
  EXPECT_EQ(take(cluster_, pod_of("b", Qos::kLsr, 2000), "kept").cpus(), "2,10");
  EXPECT_EQ(cpu_list_of(cluster_, "kept"), "");
  EXPECT_EQ(cluster_.remove_pod("a"), Outcome::kDone);
  EXPECT_EQ(cpu_list_of(cluster_, "kept"), "1,9");
  EXPECT_EQ(cluster_.remove_pod("b"), Outcome::kDone);
  EXPECT_EQ(cpu_list_of(cluster_, "kept"), "1-2,9-10");
}

TEST_P(Reserved, OthersDoNotGetIt) {
  hold(cluster_, pod_of("kept", Qos::kLsr, 12000), 0, GetParam());
  EXPECT_TRUE(reserve(cluster_, pod_of("x", Qos::kLsr, 8000), 0).refusal.refused());
  EXPECT_FALSE(take(cluster_, pod_of("a", Qos::kLsr, 8000), "kept").refusal.refused());
}

TEST_P(Reserved, OnlyRestrictedKeepsOwnersOffTheNode) {
  hold(cluster_, pod_of("kept", Qos::kLsr, 4000), 0, GetParam());
  const Answer answer = take(cluster_, pod_of("a", Qos::kLsr, 6000), "kept");
  if (GetParam() == ReservationPolicy::kRestricted) {
    EXPECT_EQ(answer.refusal.reason, Reason::kReservationShort);
    EXPECT_EQ(to_sentence(answer.refusal), "needs 6 CPUs from the reservation; it has 4 left");
    EXPECT_EQ(cluster_.counts().pods, 1u);
    return;
  }
  // CPUs of the reservation come first, then their neighbours.
  EXPECT_EQ(answer.cpus(), "0-2,8-10");
  EXPECT_EQ(cpu_list_of(cluster_, "kept"), "");
  EXPECT_EQ(cluster_.remove_pod("a"), Outcome::kDone);
  EXPECT_EQ(cpu_list_of(cluster_, "kept"), "0-1,8-9");
}

TEST_P(Reserved, UnreservedResourcesComeFromTheNode) {
  PodObject kept = pod_of("kept", Qos::kLs, 4000);
  kept.containers[0].requests = kept.containers[0].limits = {{"cpu", 4000}};
  hold(cluster_, kept, 0, GetParam());
  EXPECT_FALSE(take(cluster_, pod_of("a", Qos::kLs, 4000, 100 * kGi), "kept").refusal.refused());
  EXPECT_EQ(take(cluster_, pod_of("b", Qos::kLs, 1000, 100 * kGi), "kept").refusal.reason,
            Reason::kInsufficientResource);
}

TEST_P(Reserved, VerdictsKnowIt) {
  hold(cluster_, pod_of("kept", Qos::kLsr, 16000, 100 * kGi), 0, GetParam());
  const PodObject pod = pod_of("a", Qos::kLsr, 4000);
  EXPECT_NE(evaluate(cluster_, pod)[0].reason, 0);
  sched::WhatIf what_if;
  what_if.reservations.push_back("kept");
  EXPECT_EQ(evaluate(cluster_, pod, what_if)[0].reason, 0);
  Refusal refusal;
  int32_t score = 0;
  const PodObject more = pod_of("b", Qos::kLsr, 18000);
  EXPECT_EQ(cluster_.judge_one(ask(cluster_, more), what_if, 0, refusal, score), Outcome::kDone);
  EXPECT_TRUE(refusal.refused());
  // An owner that the what-if removes returns what it took.
  take(cluster_, pod_of("a", Qos::kLsr, 16000), "kept");
  EXPECT_NE(evaluate(cluster_, pod, what_if)[0].reason, 0);
  what_if.removed.push_back("a");
  EXPECT_EQ(evaluate(cluster_, pod, what_if)[0].reason, 0);
  what_if.reservations.clear();
  EXPECT_NE(evaluate(cluster_, pod, what_if)[0].reason, 0);
}

TEST_P(Reserved, PodsThatShareLeaveItItsCpus) {
  hold(cluster_, pod_of("kept", Qos::kLsr, 4000, 10 * kGi), 0, GetParam());
  EXPECT_FALSE(take(cluster_, pod_of("a", Qos::kLs, 2000, 4 * kGi), "kept").refusal.refused());
  EXPECT_EQ(cpu_list_of(cluster_, "kept"), "0-1,8-9");
  EXPECT_EQ(cluster_.remove_pod("a"), Outcome::kDone);
}

// The zones report more memory than the node's allocatable:
// NUMA node 1 has enough, the node does not.
TEST(Reservations, TheRestOfAReservationMustFitBesideItsOwner) {
  Cluster cluster{sched::Options{}};
  NodeObject node = node_of("n");
  node.numa_policy = NumaPolicy::kSingleNode;
  node.allocatable[1].value = 80 * kGi;
  cluster.set_node(node);
  cluster.set_topology(topology_of("n"));
  hold(cluster, pod_of("kept", Qos::kLsr, 2000, 40 * kGi), 0, ReservationPolicy::kDefault);
  reserve(cluster, pod_of("x", Qos::kLsr, 6000, 10 * kGi), 0);  // the rest of NUMA node 0
  const Answer no = take(cluster, pod_of("a", Qos::kLsr, 8000, 50 * kGi), "kept");
  EXPECT_EQ(no.refusal.reason, Reason::kInsufficientResource);
  EXPECT_EQ(no.refusal.best, 30 * kGi);
  EXPECT_FALSE(take(cluster, pod_of("b", Qos::kLsr, 8000, 30 * kGi), "kept").refusal.refused());
}

TEST(Reservations, LinksAreChecked) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  add_node(cluster, "m");
  EXPECT_EQ(cluster.set_reservation("kept", ReservationPolicy::kDefault), Outcome::kUnknownPod);
  EXPECT_EQ(take(cluster, pod_of("a", Qos::kLsr, 2000), "kept").outcome, Outcome::kUnknownPod);
  hold(cluster, pod_of("kept", Qos::kLsr, 4000), 0, ReservationPolicy::kDefault);
  reserve(cluster, pod_of("b", Qos::kLsr, 2000), 0);
  reserve(cluster, pod_of("c", Qos::kLsr, 2000), 1);
  EXPECT_EQ(take(cluster, pod_of("b", Qos::kLsr, 2000), "kept").outcome, Outcome::kElsewhere);
  EXPECT_EQ(cluster.adopt("c", "kept"), Outcome::kElsewhere);
  EXPECT_EQ(cluster.adopt("kept", "kept"), Outcome::kElsewhere);
  EXPECT_EQ(cluster.adopt("d", "kept"), Outcome::kUnknownPod);
  take(cluster, pod_of("a", Qos::kLsr, 2000), "kept");
  EXPECT_EQ(cluster.set_reservation("a", ReservationPolicy::kDefault), Outcome::kElsewhere);
  EXPECT_EQ(cluster.adopt("a", "kept"), Outcome::kDone);
  // Plans cannot release either of them.
  sched::Changes changes;
  for (const char *uid : {"a", "kept"}) {
    changes.steps = {{sched::ChangeKind::kRelease, 0, 0, uid, {}}};
    EXPECT_EQ(cluster.commit(changes), Outcome::kElsewhere);
  }
  // Owners keep their share of a reservation that is removed.
  EXPECT_EQ(cluster.remove_pod("kept"), Outcome::kDone);
  EXPECT_EQ(cpu_list_of(cluster, "a"), "0,8");
  EXPECT_EQ(cluster.commit(changes), Outcome::kUnknownPod);
  changes.steps[0].uid = "a";
  EXPECT_EQ(cluster.commit(changes), Outcome::kDone);
}

// Owners come and go in any order, and the API server reports everything again in any order.
// Finally the reservation holds its original amounts.
RC_GTEST_PROP(ReservationProperty, WhatOwnersTookComesBackExactly, ()) {
  const Drawn drawn = draw_node("n");
  Cluster cluster{sched::Options{}};
  Cluster untouched{sched::Options{}};
  add(cluster, drawn);
  add(untouched, drawn);
  const auto policy = static_cast<ReservationPolicy>(*rc::gen::inRange(0, 3));
  const PodObject kept = draw_pod("kept");
  for (Cluster *each : {&cluster, &untouched}) {
    if (reserve(*each, kept, 0).refusal.refused()) return;
    RC_ASSERT(each->set_reservation("kept", policy) == Outcome::kDone);
  }
  for (int i = 0; i < 3; ++i) {
    const PodObject pod = draw_pod("other-" + std::to_string(i));
    reserve(cluster, pod, 0);
    reserve(untouched, pod, 0);
  }
  sched::Allocation held;
  RC_ASSERT(cluster.allocation("kept", held) == Outcome::kDone);
  std::vector<PodObject> owners;
  std::vector<PodObject> shown;
  for (int i = 0; i < 5; ++i) {
    PodObject pod = draw_pod("owner-" + std::to_string(i));
    // The verdict agrees with the reservation.
    sched::WhatIf what_if;
    what_if.reservations.push_back("kept");
    Refusal judged;
    int32_t score = 0;
    cluster.judge_one(ask(cluster, pod), what_if, 0, judged, score);
    const Answer answer = take(cluster, pod, "kept");
    RC_ASSERT(answer.refusal.reason == judged.reason);
    if (answer.refusal.refused()) continue;
    owners.push_back(pod);
    pod.node = "n";
    pod.status = answer.allocation.status;
    shown.push_back(pod);
    if (policy == ReservationPolicy::kRestricted && held.status.cpus && pod.status->cpus)
      RC_ASSERT((*pod.status->cpus - *held.status.cpus).empty());
  }
  // Nothing is overcommitted. On NUMA nodes this includes
  // exclusive CPUs even if pods are not aligned.
  cluster.look_at(0, [&](const sched::Node &node) {
    for (sched::ResourceId id = 0; id < 3; ++id)
      RC_ASSERT(node.total(id).free() >= 0 || (id == 0 && node.amplification() > 1));
    for (size_t i = 0; i < node.numa().size(); ++i)
      for (size_t slot = 1; slot < node.numa_resources().size(); ++slot)
        RC_ASSERT(node.numa_account(i, slot).free() >= 0);
  });
  // No CPU is held twice.
  CpuSet all;
  std::vector<std::string> uids;
  cluster.pods_of(0, uids);
  int sum = 0;
  for (const std::string &uid : uids) {
    uint32_t node = 0;
    CpuSet cpus;
    cluster.pod_cpus(uid, node, cpus);
    sum += cpus.count();
    all |= cpus;
  }
  RC_ASSERT(sum == all.count());

  // After a restart, the API server's objects restore the same state, even if topologies come last.
  Cluster restored{sched::Options{}};
  const bool topology_is_late = *rc::gen::arbitrary<bool>();
  if (topology_is_late)
    restored.set_node(drawn.node);
  else
    add(restored, drawn);
  PodObject whole = kept;
  whole.node = "n";
  whole.status = held.status;
  std::vector<PodObject> pods = shown;
  pods.push_back(whole);
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  std::shuffle(pods.begin(), pods.end(), random);
  sched::Conflicts conflicts;
  for (const PodObject &pod : pods) RC_ASSERT(restored.set_pod(pod, conflicts) == Outcome::kDone);
  RC_ASSERT(restored.set_reservation("kept", policy) == Outcome::kDone);
  for (const PodObject &pod : shown) RC_ASSERT(restored.adopt(pod.uid, "kept") == Outcome::kDone);
  if (topology_is_late) restored.set_topology(drawn.topology);
  for (const std::string &uid : uids)
    if (uid.starts_with("other")) {
      RC_ASSERT(cluster.remove_pod(uid) == Outcome::kDone);
      untouched.remove_pod(uid);
    }
  RC_ASSERT(restored.same_state(cluster));
  // Reporting linked pods again changes nothing.
  for (const PodObject &pod : pods) RC_ASSERT(cluster.set_pod(pod, conflicts) == Outcome::kDone);
  RC_ASSERT(restored.same_state(cluster));

  std::shuffle(owners.begin(), owners.end(), random);
  for (const PodObject &pod : owners) RC_ASSERT(cluster.remove_pod(pod.uid) == Outcome::kDone);
  RC_ASSERT(cluster.same_state(untouched));
}

}  // namespace
}  // namespace koord::testing
