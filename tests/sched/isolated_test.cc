// Isolated CPUs: the pods that get them, and the amounts in which they count.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "sched/clusters.h"
#include "sched/draw.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// Cores 2 and 3, both on NUMA node 0.
const CpuSet kIsolated{2, 3, 10, 11};

NodeTopology report(bool excluded, const CpuSet &isolated = kIsolated) {
  NodeTopology topology = topology_of("node-0");
  topology.machine = with_isolated(*topology.machine, isolated);
  topology.excludes_isolated = excluded;
  return topology;
}

PodObject requiring(PodObject pod) {
  pod.requires_isolated = true;
  return pod;
}

class Isolated : public ::testing::Test {
 protected:
  void start(bool excluded, sched::Options options = {}) {
    cluster_.emplace(options);
    cluster_->set_node(node_of("node-0"));
    cluster_->set_topology(report(excluded));
  }
  Answer place(const PodObject &pod) { return reserve(*cluster_, pod, 0); }
  Refusal judge(const PodObject &pod) { return explain(*cluster_, pod, 0); }

  std::optional<Cluster> cluster_;
};

TEST_F(Isolated, AreOrdinaryCpusUnlessTheReportExcludesThem) {
  start(false);
  EXPECT_FALSE(judge(pod_of("all", Qos::kLsr, 16000)).refused());
  EXPECT_FALSE(judge(pod_of("all", Qos::kLs, 16000)).refused());
}

TEST_F(Isolated, ExcludedOnesAreNotForPodsWithoutTheRequirement) {
  start(true);
  EXPECT_EQ(judge(pod_of("a", Qos::kLsr, 13000)).reason, Reason::kInsufficientResource);
  const Answer all = place(pod_of("a", Qos::kLsr, 12000));
  EXPECT_EQ(all.cpus(), "0-1,4-9,12-15");
}

TEST_F(Isolated, AmountsOfPodsThatShareLackExcludedOnes) {
  start(true);
  EXPECT_EQ(judge(pod_of("a", Qos::kLs, 12001)).reason, Reason::kInsufficientResource);
  EXPECT_FALSE(place(pod_of("a", Qos::kLs, 12000)).refusal.refused());
  // Isolated CPUs are not part of these amounts.
  EXPECT_EQ(place(requiring(pod_of("b", Qos::kLsr, 4000))).cpus(), "2-3,10-11");
  EXPECT_EQ(judge(pod_of("c", Qos::kLs, 1)).reason, Reason::kInsufficientResource);
  cluster_->remove_pod("a");
  EXPECT_FALSE(judge(pod_of("c", Qos::kLs, 12000)).refused());
  EXPECT_EQ(judge(pod_of("c", Qos::kLs, 12001)).reason, Reason::kInsufficientResource);
}

TEST_F(Isolated, ARequirementIsMetByIsolatedCpusAlone) {
  for (const bool excluded : {false, true}) {
    start(excluded);
    const Refusal no = judge(requiring(pod_of("a", Qos::kLsr, 5000)));
    EXPECT_EQ(no.reason, Reason::kNotEnoughIsolatedCpus);
    EXPECT_EQ(to_sentence(no), "needs 5 isolated CPUs; the machine has 4 available");
    EXPECT_EQ(place(requiring(pod_of("a", Qos::kLse, 2000))).cpus(), "2,10");
    EXPECT_EQ(place(requiring(pod_of("b", Qos::kLsr, 2000))).cpus(), "3,11");
    EXPECT_EQ(to_sentence(judge(requiring(pod_of("c", Qos::kLsr, 1000)))),
              "needs 1 isolated CPU; the machine has 0 available");
    cluster_->remove_pod("a");
    EXPECT_EQ(place(requiring(pod_of("c", Qos::kLsr, 1000))).cpus(), "2");
  }
}

TEST_F(Isolated, ANodeWithoutSuchCpusRefuses) {
  start(true);
  cluster_->set_topology(report(true, {}));
  EXPECT_EQ(judge(requiring(pod_of("a", Qos::kLsr, 1000))).reason, Reason::kNotEnoughIsolatedCpus);
  EXPECT_FALSE(judge(pod_of("b", Qos::kLsr, 16000)).refused());
}

TEST_F(Isolated, PodsThatShareCpusCannotRequireThem) {
  start(true);
  EXPECT_FALSE(judge(requiring(pod_of("a", Qos::kLs, 12000))).refused());
  EXPECT_EQ(judge(requiring(pod_of("a", Qos::kLs, 13000))).reason, Reason::kInsufficientResource);
}

TEST_F(Isolated, CpusThatKubeletReservesAreNotAssigned) {
  start(true);
  NodeTopology topology = report(true);
  topology.kubelet_reserved = CpuSet{0, 2};
  cluster_->set_topology(topology);
  EXPECT_EQ(place(requiring(pod_of("a", Qos::kLsr, 3000))).cpus(), "3,10-11");
}

TEST_F(Isolated, TheNumaPolicyHolds) {
  start(true);
  NodeTopology topology = report(true, {3, 4, 11, 12});
  topology.numa_policy = NumaPolicy::kSingleNode;
  cluster_->set_topology(topology);
  EXPECT_EQ(judge(requiring(pod_of("a", Qos::kLsr, 4000))).reason, Reason::kNumaUnaligned);
  EXPECT_EQ(place(requiring(pod_of("a", Qos::kLsr, 2000))).cpus(), "3,11");
  EXPECT_EQ(judge(pod_of("b", Qos::kLs, 6001)).reason, Reason::kNumaUnaligned);
  EXPECT_FALSE(judge(pod_of("b", Qos::kLs, 6000)).refused());
}

TEST_F(Isolated, UpstreamIgnoresThem) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  start(true, options);
  PodObject pod = requiring(pod_of("a", Qos::kLsr, 16000));
  pod.priority_class = PriorityClass::kProd;
  pod.required_bind = PodBind::kFullPcpus;
  EXPECT_FALSE(judge(pod).refused());
}

TEST_F(Isolated, AClaimLosesCpusThatAreNotForThePod) {
  start(true);
  PodObject pod = pod_of("a", Qos::kLsr, 4000);
  pod.node = "node-0";
  pod.status.emplace().cpus = CpuSet{0, 1, 2, 8};
  EXPECT_EQ(to_sentence(set(*cluster_, pod).cpus),
            "claims CPU 2, and isolated CPUs are only for pods that require them, which have no "
            "others; it keeps 3 of 4");
  PodObject other = requiring(pod_of("b", Qos::kLsr, 2000));
  other.node = "node-0";
  other.status.emplace().cpus = CpuSet{2, 9};
  EXPECT_EQ(set(*cluster_, other).cpus.reason, Reason::kCpuIsolation);
  EXPECT_EQ(judge(requiring(pod_of("c", Qos::kLsr, 4000))).best, 3);
}

// CPUs in a report that belong to a pod on isolated CPUs reduce no amount.
TEST_F(Isolated, AReportOfTheirOwnersChangesNoAmounts) {
  start(true);
  place(requiring(pod_of("a", Qos::kLsr, 4000)));
  NodeTopology topology = report(true);
  topology.numa_policy = NumaPolicy::kSingleNode;
  topology.available = topology.allocatable;
  topology.available[0].amounts = {{"cpu", 4000}, {"memory", 64 * kGi}};
  topology.held = {{"a", "default", "a", kIsolated, false}};
  cluster_->set_topology(topology);
  PodObject bound = requiring(pod_of("a", Qos::kLsr, 4000));
  bound.node = "node-0";
  bound.status.emplace().cpus = kIsolated;
  EXPECT_FALSE(set(*cluster_, bound).any());
  // NUMA node 0 has four CPUs besides the isolated ones, NUMA node 1 has eight.
  EXPECT_FALSE(place(pod_of("b", Qos::kLs, 8000)).refusal.refused());
  EXPECT_FALSE(judge(pod_of("c", Qos::kLs, 4000)).refused());
  EXPECT_TRUE(judge(pod_of("c", Qos::kLs, 4001)).refused());
}

// Kubelet ignores isolation.
TEST_F(Isolated, CpusThatKubeletPinsAreNotAssigned) {
  for (const bool known : {true, false})
    for (const bool excluded : {true, false}) {
      start(excluded);
      NodeTopology topology = report(excluded);
      topology.kubelet_static = true;
      topology.kubelet_reserved = CpuSet{0};
      topology.held = {{"k", "default", "k", CpuSet{2, 10}, true}};
      cluster_->set_topology(topology);
      if (known) {
        PodObject pinned = pod_of("k", Qos::kNone, 2000);
        pinned.node = "node-0";
        set(*cluster_, pinned);
      }
      EXPECT_EQ(judge(requiring(pod_of("a", Qos::kLsr, 3000))).best, 2) << excluded;
      EXPECT_EQ(place(requiring(pod_of("a", Qos::kLsr, 2000))).cpus(), "3,11") << excluded;
      // Other pods may use all CPUs that kubelet neither pins nor reserves.
      const int left = 11;
      EXPECT_TRUE(judge(pod_of("b", Qos::kLsr, 1000 * (left + 1))).refused()) << excluded;
      const Answer rest = place(pod_of("b", Qos::kLsr, 1000 * left));
      EXPECT_EQ(rest.cpus(), "1,4-9,12-15") << excluded << known;
    }
}

TEST_F(Isolated, EvictionMakesRoomForARequirement) {
  start(true);
  place(requiring(pod_of("a", Qos::kLsr, 4000)));
  const auto rows = evaluate(*cluster_, requiring(pod_of("b", Qos::kLsr, 4000)));
  EXPECT_NE(rows[0].reason, 0);
  EXPECT_EQ(rows[0].flags & sched::kUnresolvable, 0u);
  const auto never = evaluate(*cluster_, requiring(pod_of("b", Qos::kLsr, 5000)));
  EXPECT_NE(never[0].flags & sched::kUnresolvable, 0u);
}

// Reports and pods come and go in any order: isolated CPUs go only to pods that may have them, and
// a node is unchanged once all pods have left.
RC_GTEST_PROP(IsolatedCpus, GoToPodsThatRequireThem, ()) {
  Drawn drawn = draw_node("node-0");
  CpuSet isolated;
  drawn.topology.machine->all_cpus().for_each([&](int cpu) {
    if (*rc::gen::inRange(0, 3) == 0) isolated.add(cpu);
  });
  drawn.topology.machine = with_isolated(*drawn.topology.machine, isolated);
  drawn.topology.excludes_isolated = *rc::gen::arbitrary<bool>();
  Cluster cluster(sched::Options{});
  cluster.set_node(drawn.node);
  cluster.set_topology(drawn.topology);
  std::map<std::string, PodObject> pods;
  const int steps = *rc::gen::inRange(1, 25);
  for (int step = 0; step < steps; ++step) {
    const std::string uid = "pod-" + std::to_string(step);
    PodObject pod = draw_pod(uid);
    pod.requires_isolated = *rc::gen::arbitrary<bool>();
    if (*rc::gen::inRange(0, 6) == 0) {
      drawn.topology.excludes_isolated = !drawn.topology.excludes_isolated;
      cluster.set_topology(drawn.topology);
    }
    if (*rc::gen::inRange(0, 4) == 0 && !pods.empty()) {
      cluster.remove_pod(pods.begin()->first);
      pods.erase(pods.begin());
    } else if (*rc::gen::inRange(0, 3) == 0) {
      pod.node = "node-0";
      CpuSet claimed;
      for (int n = *rc::gen::inRange(0, 4); n > 0; --n) claimed.add(*rc::gen::inRange(0, 16));
      pod.status.emplace().cpus = claimed;
      set(cluster, pod);
      pods.emplace(uid, pod);
    } else {
      const Answer answer = reserve(cluster, pod, 0);
      if (answer.outcome == Outcome::kDone && !answer.refusal.refused()) pods.emplace(uid, pod);
    }
    for (const auto &[known, held] : pods) {
      uint32_t node = 0;
      CpuSet cpus;
      RC_ASSERT(cluster.pod_cpus(known, node, cpus) == Outcome::kDone);
      const bool owns = held.qos == Qos::kLse || held.qos == Qos::kLsr;
      if (held.requires_isolated && owns && !isolated.empty())
        RC_ASSERT(cpus.is_subset_of(isolated));
      else if (drawn.topology.excludes_isolated)
        RC_ASSERT(!cpus.intersects(isolated));
    }
  }
  for (const auto &[uid, pod] : pods) cluster.remove_pod(uid);
  Cluster empty(sched::Options{});
  empty.set_node(drawn.node);
  empty.set_topology(drawn.topology);
  RC_ASSERT(cluster.same_state(empty));
}

}  // namespace
}  // namespace koord::testing
