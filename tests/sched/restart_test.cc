// A cluster that is filled from the API server again equals the one that lived through everything.
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

// Upstream reads the exclusive policy of a pod that does not bind CPUs once it is bound.
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
TEST(Restart, OwnersTakeWhatAnotherOwnerLeaves) {
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

RC_GTEST_PROP(Restart, RestoresWhatWasLived, ()) { live_and_restart(Profile::kSpec); }
RC_GTEST_PROP(Restart, RestoresWhatWasLivedUnderUpstream, ()) {
  live_and_restart(Profile::kUpstream);
}

}  // namespace
}  // namespace koord::testing
