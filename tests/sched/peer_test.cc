// Behaviour of Koordinator's NodeNUMAResource that the proposal does not specify.
#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

sched::Options as_upstream() {
  sched::Options options;
  options.profile = Profile::kUpstream;
  options.scoring = sched::Strategy::kLeastAllocated;
  return options;
}

PodObject prod_of(const std::string &uid, Qos qos, int64_t milli, int64_t memory = kGi) {
  PodObject pod = pod_of(uid, qos, milli, memory);
  pod.priority_class = PriorityClass::kProd;
  return pod;
}

// The verdict of the plugin alone, without the checks of whole-node amounts.
struct Asked {
  Refusal refusal;
  int32_t score = 0;
  std::string text() const { return to_sentence(refusal); }
};
Asked ask_plugin(const Cluster &cluster, const PodObject &pod) {
  Asked verdict;
  EXPECT_EQ(cluster.judge_one({cluster.shape_of(pod), true}, {}, 0, verdict.refusal, verdict.score),
            Outcome::kDone);
  return verdict;
}

NodeTopology without_machine() {
  NodeTopology topology = topology_of("n");
  topology.machine = nullptr;
  return topology;
}

TEST(Peer, ARequiredDefaultIsTheConfiguredPolicy) {
  Cluster cluster(as_upstream());
  add_node(cluster, "n");
  PodObject pod = prod_of("a", Qos::kLsr, 3000);
  EXPECT_FALSE(ask_plugin(cluster, pod).refusal.refused()) << "FullPCPUs is preferred";
  pod.requires_default_bind = true;
  EXPECT_EQ(ask_plugin(cluster, pod).refusal.reason, Reason::kSmtAlignment);
  pod.preferred_bind = PodBind::kSpreadByPcpus;
  EXPECT_EQ(ask_plugin(cluster, pod).refusal.reason, Reason::kSmtAlignment);

  sched::Options bare = as_upstream();
  bare.default_bind = PodBind::kDefault;
  Cluster other(bare);
  add_node(other, "n");
  EXPECT_EQ(reserve(other, pod, 0).cpus(), "0-2") << "there is none: the preferred one";
}

TEST(Peer, PoliciesOfPodsThatDoNotBindThemselvesAreNotRead) {
  Cluster cluster(as_upstream());
  NodeObject node = node_of("n");
  node.bind = NodeBind::kSpreadByPcpus;
  cluster.set_node(node);
  cluster.set_topology(topology_of("n"));
  PodObject pod = prod_of("shares", Qos::kLs, 2000);
  pod.required_bind = PodBind::kFullPcpus;
  pod.exclusive = ExclusivePolicy::kPcpuLevel;
  EXPECT_EQ(reserve(cluster, pod, 0).cpus(), "0-1") << "the node binds it";
  PodObject other = prod_of("binds", Qos::kLsr, 6000);
  other.required_bind = PodBind::kSpreadByPcpus;
  other.exclusive = ExclusivePolicy::kPcpuLevel;
  EXPECT_EQ(reserve(cluster, other, 0).cpus(), "2-5,8-9") << "its exclusive policy is not, either";
}

TEST(Peer, PodsWithoutRequestsAreNotChecked) {
  Cluster cluster(as_upstream());
  add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
  PodObject pod = prod_of("a", Qos::kLsr, 0, 0);
  pod.numa_policy = NumaPolicy::kRestricted;
  EXPECT_FALSE(explain(cluster, pod, 0).refused());
  EXPECT_EQ(reserve(cluster, pod, 0).allocation.status.numa.size(), 0u);
  EXPECT_EQ(explain(cluster, prod_of("b", Qos::kLsr, 0, kGi), 0).reason, Reason::kNone);
}

TEST(Peer, AmplifiedCpuIsCheckedBesideTheWholeNodesAmounts) {
  Cluster cluster(as_upstream());
  NodeObject node = node_of("n");
  node.cpu_amplification = 2;
  node.allocatable[0].value *= 2;  // 32
  cluster.set_node(node);
  cluster.set_topology(topology_of("n"));
  reserve(cluster, prod_of("a", Qos::kLsr, 10000), 0);
  const Asked no = ask_plugin(cluster, prod_of("b", Qos::kLs, 12001));
  EXPECT_EQ(no.text(), "Insufficient amplified cpu");
  EXPECT_FALSE(sched::is_unresolvable(no.refusal.reason));
  EXPECT_FALSE(ask_plugin(cluster, prod_of("b", Qos::kLs, 12000)).refusal.refused());
  EXPECT_EQ(ask_plugin(cluster, prod_of("b", Qos::kLsr, 7000)).refusal.reason, no.refusal.reason);
  EXPECT_FALSE(ask_plugin(cluster, prod_of("b", Qos::kLsr, 6000)).refusal.refused());
  cluster.set_topology(without_machine());
  EXPECT_EQ(ask_plugin(cluster, prod_of("b", Qos::kLs, 1)).text(), "node(s) invalid CPU Topology");
}

// Hints, and pods whose NUMA nodes are already chosen, are evaluated after that check.
TEST(Peer, AmplifiedCpuIsCheckedOnce) {
  Cluster cluster(as_upstream());
  NodeObject node = node_of("n");
  node.cpu_amplification = 2;
  node.allocatable[0].value = 10000;  // less than the sum of the NUMA nodes
  cluster.set_node(node);
  cluster.set_topology(topology_of("n"));
  const PodObject pod = prod_of("a", Qos::kLs, 11000);
  EXPECT_EQ(ask_plugin(cluster, pod).text(), "Insufficient amplified cpu");
  const sched::Query query{cluster.shape_of(pod), true};
  Cluster::NodeHints hints;
  ASSERT_EQ(cluster.hints(query, 0, NumaPolicy::kRestricted, hints), Outcome::kDone);
  ASSERT_FALSE(hints.lists.empty());
  EXPECT_FALSE(hints.lists[0].second.empty());
  Refusal refusal;
  ASSERT_EQ(cluster.reserve(query, pod.uid, 0, {0, 1}, refusal), Outcome::kDone);
  EXPECT_FALSE(refusal.refused()) << to_sentence(refusal);
}

TEST(Peer, ZonesAlignWithoutCpus) {
  Cluster cluster(as_upstream());
  NodeObject node = node_of("n");
  node.numa_policy = NumaPolicy::kRestricted;
  cluster.set_node(node);
  cluster.set_topology(without_machine());
  for (const char *uid : {"a", "b"}) {
    const Answer got = reserve(cluster, prod_of(uid, Qos::kLs, 5000), 0);
    ASSERT_EQ(got.allocation.status.numa.size(), 1u) << to_sentence(got.refusal);
    EXPECT_EQ(got.allocation.status.numa[0].node, *uid - 'a');
  }
  EXPECT_EQ(ask_plugin(cluster, prod_of("c", Qos::kLsr, 1000)).text(),
            "node(s) invalid CPU Topology");
}

TEST(Peer, AlignmentNeedsZones) {
  for (const NumaPolicy policy :
       {NumaPolicy::kBestEffort, NumaPolicy::kRestricted, NumaPolicy::kSingleNode}) {
    Cluster cluster(as_upstream());
    add_node(cluster, "n", {}, policy);
    const PodObject pod = prod_of("a", Qos::kLs, 1000);
    EXPECT_FALSE(ask_plugin(cluster, pod).refusal.refused());
    NodeTopology topology = topology_of("n");
    topology.allocatable.clear();
    cluster.set_topology(topology);
    const Asked no = ask_plugin(cluster, pod);
    EXPECT_EQ(no.text(), "node(s) missing NUMA resources");
    EXPECT_TRUE(sched::is_unresolvable(no.refusal.reason));
  }
}

TEST(Peer, WithoutCpusABindPolicyLeavesNoNumaNode) {
  Cluster cluster(as_upstream());
  NodeObject node = node_of("n");
  node.bind = NodeBind::kFullPcpusOnly;
  node.numa_policy = NumaPolicy::kRestricted;
  cluster.set_node(node);
  cluster.set_topology(without_machine());
  const Asked no = ask_plugin(cluster, prod_of("a", Qos::kLs, 0, kGi));
  EXPECT_EQ(no.text(), "node(s) Insufficient NUMA Node resources");
  EXPECT_FALSE(sched::is_unresolvable(no.refusal.reason));
}

// NUMA node 1 has four CPUs left by amount, and no free core.
TEST(Peer, NumaNodesWithNothingLeftUnderTheBindPolicyAreNoHints) {
  Cluster cluster(as_upstream());
  NodeObject node = node_of("n");
  node.bind = NodeBind::kFullPcpusOnly;
  cluster.set_node(node);
  NodeTopology topology = topology_of("n");
  topology.kubelet_reserved = CpuSet::parse("4-7");
  cluster.set_topology(topology);
  Cluster::NodeHints hints;
  ASSERT_EQ(cluster.hints(ask(cluster, prod_of("b", Qos::kLs, 2000, 0)), 0, NumaPolicy::kRestricted,
                          hints),
            Outcome::kDone);
  ASSERT_EQ(hints.lists.size(), 1u);
  for (const numa::Hint &hint : hints.lists[0].second) EXPECT_EQ(hint.nodes, 1u);
}

TEST(Peer, HintsOfPodsWithCpusAreScoredByNumaNode) {
  for (const auto numa : {sched::Strategy::kLeastAllocated, sched::Strategy::kMostAllocated}) {
    sched::Options options = as_upstream();
    options.numa_scoring = numa;
    Cluster cluster(options);
    add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
    EXPECT_EQ(reserve(cluster, prod_of("a", Qos::kLsr, 2000, 0), 0).cpus(), "0,8");
    EXPECT_EQ(reserve(cluster, prod_of("b", Qos::kLsr, 2000, 0), 0).cpus(),
              numa == sched::Strategy::kLeastAllocated ? "4,12" : "1,9");
  }
}

// The node's bind policy also reduces the hints of pods that do not request CPU.
TEST(Peer, TheNodesBindPolicyTrimsHintsOfAllPods) {
  sched::Options options = as_upstream();
  options.numa_scoring = sched::Strategy::kMostAllocated;
  Cluster cluster(options);
  NodeObject node = node_of("n");
  node.bind = NodeBind::kFullPcpusOnly;
  node.numa_policy = NumaPolicy::kSingleNode;
  cluster.set_node(node);
  NodeTopology topology = topology_of("n");
  topology.kubelet_reserved = CpuSet::parse("4,5");  // one thread each of two cores of NUMA node 1
  cluster.set_topology(topology);
  const Answer got = reserve(cluster, prod_of("a", Qos::kLs, 0, kGi), 0);
  ASSERT_EQ(got.allocation.status.numa.size(), 1u) << to_sentence(got.refusal);
  EXPECT_EQ(got.allocation.status.numa[0].node, 1) << "2 of its 6 CPUs cannot be given";
}

TEST(Peer, ScoresAreOfTheNodesStrategyOnTheNumaNodesThatGive) {
  sched::Options options = as_upstream();
  options.scoring = sched::Strategy::kMostAllocated;
  for (const auto &[policy, score] :
       {std::pair(NumaPolicy::kRestricted, 37), std::pair(NumaPolicy::kBestEffort, 18),
        std::pair(NumaPolicy::kNone, 18)}) {
    Cluster cluster(options);
    add_node(cluster, "n", {}, policy);
    EXPECT_EQ(ask_plugin(cluster, prod_of("a", Qos::kLsr, 4000, 16 * kGi)).score, score);
  }
}

TEST(Peer, OneNumaNodeIsUsedWhereThePodsCpusAre) {
  Cluster cluster(as_upstream());
  add_node(cluster, "n", {}, NumaPolicy::kBestEffort);
  const PodObject wide = prod_of("a", Qos::kLsr, 1000, 100 * kGi);  // its memory needs both nodes
  EXPECT_EQ(reserve(cluster, wide, 0).allocation.status.numa.size(), 2u);
  Cluster::NodeHints hints;
  ASSERT_EQ(
      cluster.hints(ask(cluster, prod_of("b", Qos::kLs, 1000)), 0, NumaPolicy::kBestEffort, hints),
      Outcome::kDone);
  EXPECT_EQ(hints.use, (std::vector{numa::NodeUse::kIdle, numa::NodeUse::kSingle}));
}

TEST(Peer, UnsatisfiableResourcesAreNamed) {
  Cluster cluster(as_upstream());
  add_node(cluster, "n", {}, NumaPolicy::kRestricted);
  EXPECT_EQ(ask_plugin(cluster, prod_of("a", Qos::kLs, 20000, kGi)).text(), "Unsatisfied NUMA cpu");
}

// Koordinator allocates whole bytes of each NUMA node, so a fraction always leaves a remainder.
TEST(Peer, FractionsOfAByteFitNoNumaNodes) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    for (const NumaPolicy policy :
         {NumaPolicy::kNone, NumaPolicy::kRestricted, NumaPolicy::kSingleNode}) {
      sched::Options options;
      options.profile = profile;
      Cluster cluster(options);
      add_node(cluster, "node-1", {}, policy);
      PodObject pod = prod_of("pod", Qos::kLs, 500);
      const bool refused = profile == Profile::kUpstream && policy != NumaPolicy::kNone;
      pod.containers[0].requests[1].form = {500, false};
      EXPECT_EQ(explain(cluster, pod, 0).refused(), refused);
      EXPECT_EQ(reserve(cluster, pod, 0).refusal.refused(), refused);
      // Two halves add up to a whole byte.
      pod.uid = pod.name = "twice";
      pod.containers.push_back(pod.containers[0]);
      EXPECT_FALSE(explain(cluster, pod, 0).refused());
    }
}

}  // namespace
}  // namespace koord::testing
