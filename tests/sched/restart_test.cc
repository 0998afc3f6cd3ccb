// A cluster that is filled again from the API server equals the one with the full history.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/living_cluster.h"

namespace koord::testing {
namespace {

void live_and_restart(Profile profile) {
  LivingCluster cluster(profile);
  cluster.live();
  Cluster restarted{LivingCluster::options_of(profile)};
  cluster.restart(restarted);
  cluster.compare_pods(restarted);
  cluster.bring_devices(restarted);
  cluster.report_again(restarted);
  cluster.compare(restarted);
}

// Once a pod is bound, upstream reads its exclusive policy even if it binds no CPUs.
TEST(Restart, ReservationsHaveTheExclusivePolicyOfTheirPods) {
  const sched::Options options = LivingCluster::options_of(Profile::kUpstream);
  Cluster lived(options);
  Cluster restarted(options);
  NodeObject node = node_of("n");
  node.bind = NodeBind::kSpreadByPcpus;
  for (Cluster *cluster : {&lived, &restarted}) {
    cluster->set_node(node);
    cluster->set_topology(topology_of("n"));
  }
  PodObject pod = pod_of("r", Qos::kLs, 1000);
  pod.exclusive = ExclusivePolicy::kPcpuLevel;
  const Answer answer = reserve(lived, pod, 0);
  ASSERT_EQ(answer.cpus(), "0");
  ASSERT_EQ(lived.set_reservation("r", {}), Outcome::kDone);
  pod.node = "n";
  pod.status = answer.allocation.status;
  set(lived, pod);
  set(restarted, pod);
  ASSERT_EQ(restarted.set_reservation("r", {}), Outcome::kDone);
  for (const Cluster *cluster : {&lived, &restarted})
    ASSERT_EQ(cluster->look_at(0,
                               [](const sched::Node &there) {
                                 EXPECT_EQ(there.held_under(ExclusivePolicy::kPcpuLevel),
                                           CpuSet{0});
                               }),
              Outcome::kDone);
  EXPECT_TRUE(restarted.same_state(lived));
}

// An owner that found nothing left takes what another owner leaves, as it does after a restart.
TEST(Restart, OwnersTakeTheRestOfAnotherOwner) {
  Cluster lived{sched::Options{}};
  Cluster restarted{sched::Options{}};
  add_node(lived, "n");
  add_node(restarted, "n");
  std::vector<PodObject> pods;
  for (const char *uid : {"r", "a", "b"}) pods.push_back(pod_of(uid, Qos::kLs, 1000));
  pods[0].status = reserve(lived, pods[0], 0).allocation.status;
  ASSERT_EQ(lived.set_reservation("r", {}), Outcome::kDone);
  for (size_t i = 1; i < pods.size(); ++i) {
    Refusal refusal;
    ASSERT_EQ(lived.reserve_from(ask(lived, pods[i]), pods[i].uid, "r", {}, refusal),
              Outcome::kDone);
    ASSERT_FALSE(refusal.refused());
  }
  for (PodObject &pod : pods) pod.node = "n";
  ASSERT_EQ(lived.remove_pod("a"), Outcome::kDone);
  set(restarted, pods[0]);
  set(restarted, pods[2]);
  ASSERT_EQ(restarted.set_reservation("r", {}), Outcome::kDone);
  ASSERT_EQ(restarted.adopt("b", "r"), Outcome::kDone);
  const auto is_used_once = [](const sched::Node &node) {
    EXPECT_EQ(node.total(sched::Resources::kCpu).used, 1000);
  };
  ASSERT_EQ(lived.look_at(0, is_used_once), Outcome::kDone);
  EXPECT_TRUE(restarted.same_state(lived));
}

// A reservation of two CPUs, both taken by its owner, with the objects of both.
struct OwnedReservation {
  explicit OwnedReservation(Cluster &lived) {
    add_node(lived, "n", {}, NumaPolicy::kSingleNode);
    for (const char *uid : {"r", "o"}) pods.push_back(pod_of(uid, Qos::kLsr, 2000));
    pods[0].status = reserve(lived, pods[0], 0).allocation.status;
    EXPECT_EQ(lived.set_reservation("r", {}), Outcome::kDone);
    Refusal refusal;
    EXPECT_EQ(lived.reserve_from(ask(lived, pods[1]), "o", "r", {}, refusal), Outcome::kDone);
    sched::Allocation owner;
    EXPECT_EQ(lived.allocation("o", owner), Outcome::kDone);
    pods[1].status = owner.status;
    for (PodObject &pod : pods) pod.node = "n";
    EXPECT_EQ(pods[1].status->cpus->to_string(), "0,8");
  }
  void restore(Cluster &restarted, const NodeTopology &topology) const {
    add_node(restarted, "n", {}, NumaPolicy::kSingleNode);
    restarted.set_topology(topology);
    for (const PodObject &pod : pods) set(restarted, pod);
    EXPECT_EQ(restarted.set_reservation("r", {}), Outcome::kDone);
    EXPECT_EQ(restarted.adopt("o", "r"), Outcome::kDone);
  }

  std::vector<PodObject> pods;
};

// The reservation is used up, even if the owner has lost one of the CPUs.
TEST(Restart, AnOwnerHasTakenCpusThatItLacksNow) {
  for (const bool is_offline : {true, false}) {
    Cluster lived{sched::Options{}};
    Cluster restarted{sched::Options{}};
    const OwnedReservation pods(lived);
    const NodeTopology before = topology_of("n");
    NodeTopology now = before;
    if (is_offline) {
      now.machine = koord::with_cpus(*before.machine, before.machine->all_cpus() - CpuSet{8});
    } else {
      now.machine = with_isolated(*before.machine, CpuSet{8});
      now.excludes_isolated = true;
    }
    lived.set_topology(now);
    pods.restore(restarted, now);
    for (const NodeTopology &report : {now, before}) {
      for (Cluster *cluster : {&lived, &restarted}) {
        cluster->set_topology(report);
        ASSERT_EQ(
            cluster->look_at(
                0, [&](const sched::Node &node) { EXPECT_EQ(node.numa_account(0, 1).used, kGi); }),
            Outcome::kDone);
        uint32_t node = 0;
        CpuSet cpus;
        ASSERT_EQ(cluster->pod_cpus("o", node, cpus), Outcome::kDone);
        EXPECT_EQ(cpus.to_string(), report.machine == now.machine ? "0" : "0,8");
      }
      EXPECT_TRUE(restarted.same_state(lived)) << is_offline;
    }
  }
}

RC_GTEST_PROP(Restart, RestoresTheState, ()) { live_and_restart(Profile::kSpec); }
RC_GTEST_PROP(Restart, RestoresTheStateUnderUpstream, ()) { live_and_restart(Profile::kUpstream); }

}  // namespace
}  // namespace koord::testing
